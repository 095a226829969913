import { expect, vi } from 'vitest';

import { connectMount } from '#src/paths.ts';

import { patience, type Role, type Seen, type Tab } from './browser.ts';
import { lookFor } from './look-for.ts';

const waits = { timeout: patience, interval: 100 };

/** `expect` of something that comes in its own time. */
export function expectSoon<T>(read: () => Promise<T> | T) {
  return expect.poll(read, waits);
}

export type Visitor = ReturnType<typeof visitorOf>;

/** A tab in the hands of somebody who waits for what is to be pressed, filled or seen. */
export function visitorOf(tab: Tab) {
  const look = (role: Role, name?: string, within?: Role) =>
    tab.run(lookFor, { role, name, within }, 'facts') as Promise<Seen | null>;
  const see = (role: Role, name?: string, within?: Role) =>
    vi.waitFor(async () => {
      const seen = await look(role, name, within);
      if (seen !== null) return seen;
      throw new Error(`No ${role} "${name ?? ''}" on a page that says: ${await pageText(tab)}`);
    }, waits);
  const click = async (role: Role, name?: string, within?: Role) => {
    await see(role, name, within);
    await vi.waitFor(() => tab.click({ role, name, within }), waits);
  };
  const untilLive = () =>
    expectSoon(() => tab.run(() => document.querySelector('nav.is-live') !== null)).toBe(true);
  return {
    ...tab,
    look,
    see,
    click,
    gone: (role: Role, name?: string) => expectSoon(() => look(role, name)).toBeNull(),
    async fill(label: string, text: string) {
      await see('textbox', label);
      await tab.type({ role: 'textbox', name: label }, text);
      await expectSoon(async () => (await look('textbox', label))?.value).toBe(text);
    },
    /** Hydration is over. */
    untilLive,
    /** Scripts answer: a menu opens, and closes again. Html alone would leave `aria-expanded` as it came. */
    async expectAlive() {
      const expanded = async () => (await look('button', 'Inside'))?.expanded;
      await untilLive();
      await click('button', 'Inside');
      await expectSoon(expanded).toBe('true');
      await tab.press('Escape');
      await expectSoon(expanded).toBe('false');
    },
    /** The worker has kept the site, and the answers to these calls. */
    async untilKept(...calls: string[]) {
      await expectSoon(() =>
        tab.run(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
      ).toBe('activated');
      for (const call of calls)
        await expectSoon(() =>
          tab.run(async (address) => (await caches.match(address))?.status, connectMount + call),
        ).toBe(200);
    },
    path: () => tab.run(() => location.pathname + location.search),
    title: () => tab.run(() => document.title),
  };
}

function pageText(tab: Tab): Promise<string> {
  return tab.run(() => `${location.href}: ${document.body.textContent.slice(0, 600)}`);
}
