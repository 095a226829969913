import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/** Renders it into the document until the test ends. Frames do not take time. */
export async function mount(shown: ReactNode): Promise<HTMLElement> {
  Object.assign(globalThis, { requestAnimationFrame: (draw: () => void) => draw() });
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const root = createRoot(place, { onCaughtError: () => undefined });
  onTestFinished(() => whileActing(() => root.unmount()));
  await whileActing(() => root.render(shown));
  return place;
}

export async function whileActing(work: () => unknown): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await act(async () => work());
}

/** From here on React renders by itself, as in a browser. */
export const letRender = () => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });

export async function press(place: Element, selector = 'button'): Promise<void> {
  const pressed = place.querySelector<HTMLElement>(selector);
  if (pressed === null) throw new Error(`There is no ${selector} to press.`);
  await whileActing(() => pressed.click());
}

/** An attribute of each element, in order. */
export function attributes(place: Element, selector: string, name: string): (string | null)[] {
  return [...place.querySelectorAll(selector)].map((element) => element.getAttribute(name));
}
