// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { letRender, mount } from '../components/mount.tsx';

const loader = { setOptions: vi.fn(), importLibrary: vi.fn() };
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });
/** Notifies the page's observer, if there is one. */
let tell: (entries: object[]) => void;

class Observer {
  observe() {}
  disconnect() {
    tell = () => undefined;
  }
  constructor(callback: typeof tell) {
    tell = callback;
  }
}

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubEnv('VITE_GOOGLE_MAPS_KEY', 'test-key');
  vi.stubGlobal('fetch', async () => new Response());
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.doMock('@googlemaps/js-api-loader', () => loader);
});

afterEach(() => {
  vi.doUnmock('@googlemaps/js-api-loader');
  vi.resetModules();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

// draw-map.test.ts covers how the map is drawn.
test('the map is requested when I scroll near it, and again once I am back online', async () => {
  const { setOptions, importLibrary } = loader;
  importLibrary.mockRejectedValue(new Error('No answer.'));
  const { OfficeMap } = await import('#src/pages/contact/office-map.tsx');
  const place = await mount(<OfficeMap />);
  letRender();
  const said = () => place.querySelector('[role=status]')?.textContent;
  const asked = () => importLibrary.mock.calls.filter(([name]) => name === 'maps').length;

  tell([{ isIntersecting: false }]);
  expect([said(), setOptions.mock.calls]).toEqual(['Loading Map...', []]);
  tell([{ isIntersecting: true }]);
  await until(() => expect(said()).toContain('The map could not be loaded'));
  expect([setOptions.mock.calls, asked()]).toEqual([[[{ key: 'test-key', v: 'weekly' }]], 1]);

  const { connection } = await import('#src/state/connection.ts');
  connection.online = false;
  await new Promise(setImmediate);
  connection.online = true;
  await until(() => expect(said()).toBe('Loading Map...'));
  await until(() => {
    tell([{ isIntersecting: true }]);
    expect(asked()).toBe(2);
  });
});
