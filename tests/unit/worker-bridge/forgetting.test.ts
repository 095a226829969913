// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import type * as Forgetting from '#src/worker-bridge/forgetting.ts';

const tabs = new Set<FakeChannel>();

/** Heard by every other one, at once. */
class FakeChannel {
  onmessage: (() => void) | undefined;
  constructor() {
    tabs.add(this);
  }
  postMessage(): void {
    for (const tab of tabs) if (tab !== this) tab.onmessage?.();
  }
}
vi.stubGlobal('BroadcastChannel', FakeChannel);

/** A tab of its own, on the same device. */
async function openTab(): Promise<typeof Forgetting> {
  vi.resetModules();
  return import('#src/worker-bridge/forgetting.ts');
}

test('a tab that hears of it forgets what only it has, and writes nothing back', async () => {
  const other = await openTab();
  const { app, restoreState, showPicturesOnPress } = await import('#src/state/persisted.ts');
  other.listenForForgetting();
  restoreState();
  showPicturesOnPress(true);
  sessionStorage.setItem('newsletter', '{"email":"mutinta@example.com"}');
  (await openTab()).beginForgetting();
  expect(other.hasForgotten()).toBe(true);
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
  expect(app.picturesOnPress).toBeUndefined();
});
