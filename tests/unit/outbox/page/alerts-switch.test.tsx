// @vitest-environment jsdom

import { SWRConfig } from 'swr';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { AlertsSwitch } from '#src/outbox/page/alerts-switch.tsx';
import { pageOutbox } from '#src/outbox/page/outbox.ts';
import { switchWords } from '#src/words/alerts.ts';

import { letRender, mount } from '../../components/mount.tsx';

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });
const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ payload: ['alerts'] }));
  warn.mockClear();
});

/** Removed after the test. */
function stub(owner: Window | Navigator, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { configurable: true, value });
  onTestFinished(() => void Reflect.deleteProperty(owner, name));
}

/** In a browser that has all that alerts need but `missing`. */
async function shownSwitch(missing?: string, standalone?: boolean): Promise<HTMLElement> {
  const pushManager = { getSubscription: async () => null };
  const ready = Promise.resolve(missing === 'PushManager' ? {} : { pushManager });
  const permission = { permission: 'default' };
  if (missing !== 'PushManager') stub(window, 'PushManager', class {});
  if (missing !== 'Notification') stub(window, 'Notification', permission);
  if (missing !== 'serviceWorker')
    stub(navigator, 'serviceWorker', Object.assign(new EventTarget(), { ready }));
  if (standalone !== undefined) stub(navigator, 'standalone', standalone);
  const place = await mount(
    <SWRConfig value={{ provider: () => new Map() }}>
      <AlertsSwitch />
    </SWRConfig>,
  );
  letRender();
  await until(() => expect(place.textContent).not.toBe(''));
  return place;
}

test.each([
  ['PushManager', undefined, switchWords.never],
  ['Notification', undefined, switchWords.never],
  ['serviceWorker', undefined, switchWords.never],
  ['PushManager', true, switchWords.never],
  ['PushManager', false, switchWords.install],
])('a browser without %s, standalone: %s, says so and offers other ways', async (name, standalone, words) => {
  const shown = await shownSwitch(name, standalone);
  const otherWays = `${switchWords.otherWays} ${switchWords.feed} ${switchWords.or} ${switchWords.newsletter}.`;
  // A status gets its words after it has been drawn.
  await until(() => expect(shown.textContent).toBe(`${words}${otherWays}`));
  await pageOutbox().store.list();
  expect(warn).not.toHaveBeenCalled();
});
