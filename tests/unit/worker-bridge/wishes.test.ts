// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

import { onPressMark, plateSize } from '#src/contract/worker-messages.ts';
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

test('what the worker held back of this page is asked for where it need not be held back any more, whoever took the mark away', async () => {
  const sources = ['/held.jpg', '/shown.jpg', '/images/b.svg', 'https://other.example/c.jpg'];
  document.body.innerHTML = sources.map((src) => `<img src="${src}">`).join('');
  for (const image of document.images) {
    const { width, height } = image.src.endsWith('shown.jpg') ? { width: 856, height: 535 } : plateSize;
    Object.defineProperties(image, { naturalWidth: { value: width }, naturalHeight: { value: height } });
  }
  const askedAnew = () =>
    [...document.images].filter(({ crossOrigin }) => crossOrigin).map((image) => image.getAttribute('src'));
  pictures.onPress = true;
  await notePicturesWish();
  expect(askedAnew()).toEqual([]);
  pictures.onPress = false;
  await notePicturesWish();
  expect(askedAnew()).toEqual(['/held.jpg']);
});

test('what another tab stores takes no picture off a page whose visitor has told no wish', async () => {
  localStorage.clear();
  vi.resetModules();
  const fresh = await import('#src/worker-bridge/wishes.ts');
  const state = await import('#src/state/persisted.ts');
  fresh.listenForWishes({ onLine: true, connection: line });
  line.effectiveType = '2g';
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  comeBack();
  expect(state.pictures.onPress).toBe(false);
  line.effectiveType = '4g';
});
