// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

import { onPressMark } from '#src/contract/worker-messages.ts';
import { pictures } from '#src/state/persisted.ts';
import { listenForWishes, notePicturesWish } from '#src/worker-bridge/wishes.ts';

const marks = new Set<string>();
const line = Object.assign(new EventTarget(), { saveData: false, effectiveType: '4g' });

vi.stubGlobal('caches', {
  open: async () => ({
    put: async (url: string) => void marks.add(url),
    delete: async (url: string) => marks.delete(url),
  }),
});
vi.stubGlobal('navigator', { connection: line });
listenForWishes({ onLine: true, connection: line });

const store = (picturesOnPress: boolean) => {
  localStorage.valtio_app = JSON.stringify({ session: null, picturesOnPress });
};
const isNoted = (is: boolean) =>
  vi.waitFor(() => expect([pictures.onPress, marks.has(onPressMark.url)]).toEqual([is, is]));
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

beforeEach(() => {
  document.body.innerHTML = '';
});

test.each([
  ['another tab', () => dispatchEvent(new StorageEvent('storage', { key: 'valtio_app' }))],
  ['another page before "Back"', comeBack],
])('a wish about pictures that was told in %s holds here and in the worker', async (_, come) => {
  for (const wish of [true, false]) {
    store(wish);
    come();
    await isNoted(wish);
  }
});

test('a page hears that the visitor saves data from now on; a line that gets slow takes no picture off it', async () => {
  vi.resetModules();
  localStorage.clear();
  const fresh = await import('#src/worker-bridge/wishes.ts');
  const state = await import('#src/state/persisted.ts');
  fresh.listenForWishes({ onLine: true, connection: line });
  line.effectiveType = '2g';
  line.dispatchEvent(new Event('change'));
  expect(state.pictures.onPress).toBe(false);
  Object.assign(line, { effectiveType: '4g', saveData: true });
  line.dispatchEvent(new Event('change'));
  expect(state.pictures.onPress).toBe(true);
  await vi.waitFor(() => expect(marks.has(onPressMark.url)).toBe(true));
  line.saveData = false;
});

test('what the worker held back of this page is asked for where it need not be held back any more', async () => {
  const sources = ['/a.jpg', '/images/b.svg', 'https://other.example/c.jpg'];
  document.body.innerHTML = sources.map((src) => `<img src="${src}">`).join('');
  const askedAnew = () =>
    [...document.images].filter(({ crossOrigin }) => crossOrigin).map((image) => image.getAttribute('src'));
  pictures.onPress = false;
  marks.clear();
  await notePicturesWish();
  expect(askedAnew(), 'nothing was held back').toEqual([]);
  marks.add(onPressMark.url);
  await notePicturesWish();
  expect(askedAnew()).toEqual(['/a.jpg']);
  for (const image of document.images) image.crossOrigin = null;
  pictures.onPress = true;
  store(false);
  dispatchEvent(new StorageEvent('storage', { key: 'valtio_app' }));
  await vi.waitFor(() => expect(askedAnew(), 'another tab took the mark away').toEqual(['/a.jpg']));
});
