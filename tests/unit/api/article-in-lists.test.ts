import { afterEach, expect, test, vi } from 'vitest';

import { getArticle } from '#src/api/answers.ts';
import { savedAtHeader } from '#src/contract/worker-messages.ts';
import { connection } from '#src/state/connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Nothing answers, and the worker keeps one list with this item. */
function offlineWith(item: object): void {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const list = 'https://hcs.example/connect/v1/media-room/blog/1';
  const copy = () => new Response(JSON.stringify({ payload: [item] }), { headers: { [savedAtHeader]: '7' } });
  const cache = { keys: async () => [{ url: list }], match: async () => copy() };
  vi.stubGlobal('caches', { open: async () => cache, match: async () => undefined });
}

test('an article that was never opened is read out of a kept list, with the age of that list', async () => {
  offlineWith({ _id: 'a b', title: 'Bench', description: btoa('<p>Level</p>') });
  expect(await getArticle('/media/a%20b')).toMatchObject({ title: 'Bench', html: '<p>Level</p>' });
  expect(connection.savedAt['/media/a%20b']).toBe(7);
});

test('a list without the text is no article', async () => {
  offlineWith({ _id: 'a', title: 'Bench' });
  await expect(getArticle('/media/a')).rejects.toMatchObject({ status: null });
});
