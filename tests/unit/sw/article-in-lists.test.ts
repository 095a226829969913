import { beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('location', new URL('https://hcs.example/sw.js'));
vi.stubGlobal('self', { __WB_MANIFEST: [], clients: { matchAll: async () => [] } });
const { articleInLists } = await import('../../../sw/article-in-lists.ts');

const base = 'https://hcs.example/connect/v1';
const kept = new Map<string, unknown>();
const headers = { 'X-Saved-At': '1700000000000' };
vi.stubGlobal('caches', {
  open: async () => ({
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (url: string) => new Response(JSON.stringify(kept.get(url)), { headers }),
  }),
});

const noAnswer = new TypeError('no answer');
const ask = (call: string) => articleInLists(new URL(base + call), noAnswer);

beforeEach(() => {
  kept.clear();
  kept.set(`${base}/job-list`, { payload: [{ _id: 'one', description: 'Zm9v' }] });
  kept.set(`${base}/media-room/blog/0`, {
    payload: [null, { _id: 'a b', description: 'Zm9v' }, { _id: 'cut', description: '' }, 7],
  });
});

test('an article of a kept list is given where nothing answers, with the age of the list', async () => {
  const answer = await ask('/media/a%20b');
  expect(await answer.json()).toEqual({ payload: { _id: 'a b', description: 'Zm9v' } });
  expect(answer.headers.get('X-Saved-At')).toBe(headers['X-Saved-At']);
});

test.each(['/media/cut', '/media/one', '/media/unknown', '/job-list', '/media-room/press/0'])(
  '%s stays without an answer',
  async (call) => {
    await expect(ask(call)).rejects.toBe(noAnswer);
  },
);
