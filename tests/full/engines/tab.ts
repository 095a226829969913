import { expect, vi } from 'vitest';

import { pages } from '#src/paths.ts';

import type { Line } from '../../kit/line.ts';
import { applicant } from '../../kit/page.ts';
import type { Driver } from './driver.ts';

/** Long, because machines may be throttled to a tenth of their speed; each wait ends once its condition is met. */
const waits = { timeout: 120_000, interval: 100 };

export type Tab = ReturnType<typeof tabOf>;

/** A tab as a visitor uses it: waits for each element before pressing, filling in or reading it. */
export function tabOf({ send }: Driver) {
  /** Runs a function in the page; it must not use outer variables. */
  const run = <A extends unknown[], T>(inPage: (...args: A) => T | Promise<T>, ...args: A) =>
    send('script', { script: `return (${inPage}).apply(null, arguments)`, args }) as Promise<T>;
  /** Returns a WebDriver reference to the element. */
  const locate = (selector: string, text: string) =>
    vi.waitFor(async () => {
      const found = await run(find, selector, text);
      if (found === null) throw new Error(`No ${selector} "${text}" on ${await run(pageText)}`);
      return found;
    }, waits);
  // A reference has one key, a constant from the WebDriver standard.
  const idOf = (reference: Element) => String(Object.values(reference)[0]);
  const soon = <T>(read: () => Promise<T>) => expect.poll(read, waits);
  const valueIn = (label: string) =>
    run((text) => {
      const labels = [...document.querySelectorAll('label')];
      const control = labels.find(({ textContent }) => textContent.trim().startsWith(text))?.control;
      return control && 'value' in control ? control.value : undefined;
    }, label);
  /** Scrolls the element to the middle of the window, where no note covers it. */
  const click = (selector: string, text = '') =>
    vi.waitFor(async () => {
      const found = await locate(selector, text);
      await run((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }), found);
      await send('click', { id: idOf(found) });
    }, waits);
  return {
    run,
    soon,
    click,
    /** Neither driver plays touches: gives a click the order of a tap's events, of which `pointerup` comes before any blur. */
    async tap(selector: string, text = '') {
      await run(tapNext, await locate(selector, text));
      await click(selector, text);
    },
    goto: async (url: string) => void (await send('navigate', { url })),
    reload: async () => void (await send('refresh', {})),
    /** The first visible element whose name begins with `text`. */
    see: async (selector: string, text = '') => void (await locate(selector, text)),
    gone: (selector: string, text = '') => soon(() => run(find, selector, text)).toBeNull(),
    /** Ticks a tick box. Waits for a text: WebKit answers before its keystrokes have arrived. */
    async fill(label: string, text: string) {
      const field = await locate('label', label);
      const isTicked = () => run((control) => control.matches(':checked'), field);
      if (await run((control) => control.matches('[type=checkbox]'), field)) {
        if (!(await isTicked())) await click('label', label);
        return soon(isTicked).toBe(true);
      }
      await send('keys', { id: idOf(field), text });
      await soon(() => run((control) => Reflect.get(control, 'value'), field)).toBe(text);
    },
    valueIn,
    text: () => run(() => document.querySelector('main')?.textContent.replace(/\s+/g, ' ')),
    untilLive: () =>
      soon(() => run(() => document.documentElement.dataset.live === location.pathname)).toBe(true),
    untilReady: () =>
      soon(() => run(() => document.documentElement.dataset.stored === location.pathname)).toBe(true),
  };
}

export async function openForm(tab: Tab, { url }: Line): Promise<void> {
  await tab.goto(url + pages.career.path);
  await tab.untilLive();
  // Until the form's code has loaded, the link leads to the form's page.
  await tab.click('a[aria-haspopup]', 'Apply Now');
  await tab.see('dialog:modal');
}

/** Waits until the history has gone back, which would undo what is opened next: the browser closes the dialog before. */
export async function untilFormLeft(tab: Tab): Promise<void> {
  await tab.soon(() => tab.run(() => history.state?.apply === undefined)).toBe(true);
}

/** Uses a new email address each time, because the server merges identical applications. */
export async function fillForm(tab: Tab): Promise<void> {
  const typed = await tab.valueIn('Email');
  const missing = Object.entries(applicant).filter(([label]) => label !== 'Email' || typed === '');
  for (const [label, text] of missing)
    await tab.fill(label, label === 'Email' ? `${crypto.randomUUID()}@example.com` : text);
}

/** Runs in the page. For a label, returns its control. */
function find(selector: string, text: string): Element | null {
  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? '';
  const fits = (element: Element) =>
    element.checkVisibility() && nameOf(element).replace(/\s+/g, ' ').trim().startsWith(text);
  const element = [...document.querySelectorAll(selector)].find(fits) ?? null;
  return element instanceof HTMLLabelElement ? element.control : element;
}

/** Runs in the page. */
function tapNext(element: Element): void {
  const ending = new AbortController();
  for (const type of ['pointerdown', 'pointerup']) {
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }));
    addEventListener(type, (event) => event.stopImmediatePropagation(), {
      capture: true,
      signal: ending.signal,
    });
  }
  addEventListener('click', () => ending.abort(), { capture: true, once: true });
}

function pageText(): string {
  return `${location.href}: ${document.body.textContent.replace(/\s+/g, ' ').slice(0, 600)}`;
}
