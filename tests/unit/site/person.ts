/** What a person sees and does in jsdom: elements by role and accessible name. */
import { vi } from 'vitest';

const roles = {
  alert: '[role=alert]',
  button: 'button',
  complementary: 'aside',
  dialog: 'dialog[open]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  listitem: 'li',
  progressbar: 'progress',
  status: '[role=status]',
};
type Role = keyof typeof roles;
type Name = string | RegExp;

const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
const matches = (text: string, name: Name) => (typeof name === 'string' ? text === name : name.test(text));

function nameOf(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = labelledBy.map((id) => document.getElementById(id)?.textContent);
  return plain(element.getAttribute('aria-label') ?? (labels[0] ? labels.join(' ') : element.textContent));
}

/** All elements with this role, and this name or text. */
export function all(role: Role, name: Name = /./, within: ParentNode = document): HTMLElement[] {
  const found = [...within.querySelectorAll<HTMLElement>(roles[role])];
  return found.filter((one) => one.closest('dialog:not([open])') === null && matches(nameOf(one), name));
}

export function one(role: Role, name?: Name, within?: ParentNode): HTMLElement {
  const [found, ...others] = all(role, name, within);
  if (found === undefined || others.length > 0)
    throw new Error(
      `There are ${found ? others.length + 1 : 'no'} elements ${role} ${name}, but ${all(role).map(nameOf).join('; ')}.`,
    );
  return found;
}

/** The text of the first element with this role. */
export const textOf = (role: Role, name?: Name, within?: ParentNode) =>
  plain(all(role, name, within)[0]?.textContent);

export const pageText = () => plain(document.body.textContent);

/** The control with this label. */
export function control(label: string): HTMLInputElement {
  const labels = [...document.querySelectorAll('label')].filter(
    ({ textContent }) => plain(textContent) === label,
  );
  const found = labels.map(({ htmlFor }) => document.getElementById(htmlFor)).find((one) => one !== null);
  if (!found) throw new Error(`There is no control labelled ${label}.`);
  return found as HTMLInputElement;
}

export function type(label: string, text: string): void {
  const field = control(label);
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

export function choose(label: string, ...files: File[]): void {
  const field = control(label);
  Object.defineProperty(field, 'files', { value: files, configurable: true });
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Waits until it can be pressed, and presses it. */
export async function press(role: 'button' | 'link', name: Name, within?: () => ParentNode): Promise<void> {
  const pressed = await until(() => {
    const found = one(role, name, within?.());
    if (found.matches(':disabled, [aria-disabled=true]')) throw new Error(`${name} is disabled.`);
    return found;
  });
  pressed.focus();
  pressed.click();
}

export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 });

/** Lets the page do all that it does at once, without its timers. */
export async function settle(each = () => {}): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    each();
  }
}
