import { beforeEach, expect, test, vi } from 'vitest';

import { mediaTypes } from '#src/contract/media-type.ts';
import { savedAtHeader } from '#src/contract/worker-messages.ts';
import { costOfArticles, saveArticles } from '#src/pages/saved/article-saver.ts';
import { readAnswers } from '#src/pages/saved/kept-answers.ts';
import { askToKeep } from '#src/worker-bridge/saving.ts';
import { costOfReader } from '#src/worker-bridge/worker-in-charge.ts';

vi.mock('#src/worker-bridge/saving.ts', () => ({ askToKeep: vi.fn() }));
vi.mock('#src/worker-bridge/worker-in-charge.ts', () => ({ costOfReader: vi.fn() }));

const origin = 'https://hcs.example';
const worker = {} as ServiceWorker;
const copies = new Map<string, Response>();
const files = new Set<string>();
const listOf = (id: string) => [
  { _id: id, title: id, description: 'V29yZHM=', createdAt: '2026-01-01T00:00:00Z' },
];

function keep(address: string, payload: object[], savedAt = Date.now()): void {
  const headers = { [savedAtHeader]: String(savedAt) };
  copies.set(address, new Response(JSON.stringify({ payload }), { headers }));
}

beforeEach(() => {
  copies.clear();
  files.clear();
  vi.stubGlobal('location', new URL(`${origin}/saved`));
  const match = async (key: string | Request) => copies.get(typeof key === 'string' ? key : key.url)?.clone();
  const open = async (name: string) => ({
    match,
    keys: async () => [...(name === 'connect' ? copies.keys() : files)].map((url) => new Request(url)),
  });
  vi.stubGlobal('caches', { match, open, has: async () => true, keys: async () => ['connect', 'precache'] });
});

/** A provider; undefined: nothing answers. */
function provider(answer: (type: string, page: number) => object[] | undefined): void {
  vi.mocked(askToKeep)
    .mockReset()
    .mockImplementation(async (_, [address = '']) => {
      const [type = '', page] = address.split('/').slice(-2);
      const list = answer(type, Number(page));
      if (list) keep(address, list);
      return 'nothing';
    });
}

const report = vi.fn();

const save = () => saveArticles(worker, () => true, report);

test('a list that is kept is looked at anew, and all is not saved where that fails', async () => {
  provider((type, page) => (page === 0 ? listOf(type) : []));
  expect(await save()).toBe('done');
  for (const [address, copy] of copies)
    keep(address, ((await copy.clone().json()) as { payload: object[] }).payload, 1);
  provider(() => undefined);
  expect(await save()).toBe('failed');
});

test('each step says how many articles have come, and counts none twice or without its text', async () => {
  report.mockReset();
  const lists = [
    [...listOf('a'), ...listOf('b')],
    [...listOf('b'), ...listOf('c'), { ...listOf('d')[0], description: '' }],
  ];
  provider((type, page) => (type === mediaTypes[0] ? (lists[page] ?? []) : []));
  expect(await save()).toBe('done');
  expect(report.mock.calls).toEqual([[2], [3]]);
});

test.each([
  ['gives the same list for each page', (type: string) => listOf(type), 2 * mediaTypes.length],
  [
    'answers 404 past the end',
    (type: string, page: number) => (page === 0 ? listOf(type) : undefined),
    2 * mediaTypes.length,
  ],
])('a provider that %s is asked no further', async (_, answer, asked) => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }));
  provider(answer);
  expect(await save()).toBe('done');
  expect(askToKeep).toHaveBeenCalledTimes(asked);
});

test('an article is listed only where the page that shows it is kept too', async () => {
  keep(`${origin}/connect/v1/media-room/press/0`, listOf('a'));
  expect((await readAnswers()).articles).toEqual([]);
  files.add(`${origin}/media-room/shell.html?__WB_REVISION__=1`);
  expect((await readAnswers()).articles).toMatchObject([{ title: 'a' }]);
});

const lengthOf = (length: number, tag = '') => {
  const headers = { 'Content-Length': String(length), ...(tag && { ETag: tag }) };
  return () => new Response('{}', { headers });
};

test.each([
  ['gives the same list for each page', lengthOf(1_000), 1],
  ['gives the same list for each page, by a name', lengthOf(1_000, '"same"'), 1],
  [
    'answers 404 past the end',
    (page: number) => (page === 2 ? new Response('', { status: 404 }) : lengthOf(1_000, `"${page}"`)()),
    2,
  ],
  ['says that a page is empty', (page: number) => lengthOf(page === 2 ? 14 : 1_000 + page)(), 2],
])('a provider that %s is priced for what it has', async (_, answer, pages) => {
  vi.mocked(costOfReader).mockResolvedValue(0);
  vi.stubGlobal('fetch', async (address: string) => answer(Number(/(\d+)\?length$/.exec(address)?.[1])));
  const cost = await costOfArticles(worker);
  expect(Math.floor((cost ?? 0) / 1_000)).toBe(pages * mediaTypes.length);
});

test('of a provider that gives the same list for each page, what is kept is priced no more', async () => {
  vi.mocked(costOfReader).mockResolvedValue(0);
  for (const type of mediaTypes)
    copies.set(`${origin}/connect/v1/media-room/${type}/0`, lengthOf(1_000, '"same"')());
  vi.stubGlobal('fetch', async () => lengthOf(1_000, '"same"')());
  expect(await costOfArticles(worker)).toBe(0);
});
