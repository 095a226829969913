// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';

import * as ui from '#src/content/interface.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { mediaListPath } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { all, control, one, press, type, until } from './person.ts';
import { openSite, payload, prepareBrowser, type Reply, refusal, startServer } from './site.tsx';

const words = mediaRoom.list;
const list = mediaListPath('press');
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const article = (title: string, text = '') => {
  const description = base64(`<p>${text}</p>`);
  return {
    _id: title.replaceAll(' ', '-'),
    title,
    description,
    type: 'press',
    createdAt: '2025-01-02T00:00:00.000Z',
  };
};
const valves = (page: number) =>
  Array.from({ length: 12 }, (_, index) => article(`Valve ${page * 12 + index}`));

beforeEach(prepareBrowser);

/** A server whose pages are these lists; `replies` takes their place. */
function serve(pages: unknown[][]) {
  const replies: Record<number, Reply> = {};
  const asked: number[] = [];
  startServer(({ call }) => {
    const page = Number(/\/press\/(\d+)$/.exec(call)?.[1] ?? Number.NaN);
    if (Number.isNaN(page)) return undefined;
    asked.push(page);
    const reply = replies[page];
    return reply === 'cut' ? reply : (reply?.clone() ?? payload(pages[page] ?? []));
  });
  return { replies, asked };
}

const found = () =>
  all('listitem').flatMap((item) => all('heading', undefined, item).map((one) => one.textContent));
const result = (count: number, term: string, searched: number) =>
  `${words.found(count, term)} ${words.searched(searched)}`;
const isSaid = (text: string) => until(() => one('status', text));
const isSavedCopy = () => all('button', ui.checkAgain).length > 0;

async function search(term: string): Promise<void> {
  type(words.search, term);
  await press('button', words.searchButton);
}

test('a search finds each word in the full texts, and has its own address', async () => {
  const titled = ['Forty homes', 'A market finds its missing water', 'Lusaka fleets'];
  const [first, ...others] = titled.map((title, index) =>
    article(title, ['Water in Lusaka.', `${'Lusaka. '.repeat(500)} A borehole.`, 'No fuel.'][index]),
  );
  serve([[first, ...others]]);
  await openSite(list);
  await until(() => expect(found()).toEqual(titled));
  await search('lusaka  WATER');
  await isSaid(result(2, 'lusaka WATER', 3));
  expect(location.search).toBe('?q=lusaka++WATER');
  expect(found()).toEqual(titled.slice(0, 2));
  history.back();
  await until(() => expect(found()).toEqual(titled));
  // Phones type curly quotes, and copied text contains soft hyphens.
  const typed = '‘BÖRE\u00adHOLE’';
  await openSite(`${list}?q=${encodeURIComponent(typed)}`);
  await until(() => expect(found()).toEqual(titled.slice(1, 2)));
  expect(control(words.search).value).toBe(typed);
  await openSite(`${list}?q=zzzzzz`);
  await isSaid(result(0, 'zzzzzz', 3));
  expect(found()).toEqual([]);
  await press('link', words.clear);
  await until(() => expect(found()).toEqual(titled));
  // The link that had the focus is gone.
  await until(() => expect(document.activeElement).toBe(document.querySelector('main')));
});

test('focus stays in the search field, which shows the term of each address', async () => {
  serve([[article('Pump'), article('Valve')]]);
  await openSite(list);
  await until(() => expect(found()).toEqual(['Pump', 'Valve']));
  const field = control(words.search);
  const searchFor = async (term: string) => {
    type(words.search, term);
    field.form?.requestSubmit();
    await isSaid(result(1, term, 2));
    expect(control(words.search)).toBe(field);
    expect(document.activeElement).toBe(field);
  };
  await searchFor('pump');
  await searchFor('valve');
  type(words.search, 'never sent');
  for (const [term, titles] of [
    ['pump', ['Pump']],
    ['', ['Pump', 'Valve']],
  ] as const) {
    history.back();
    await until(() => expect(found()).toEqual(titles));
    expect(field.value).toBe(term);
    expect(document.activeElement).toBe(field);
  }
});

test('a search includes older pages, and a press continues it', async () => {
  const { asked } = serve([
    ...Array.from({ length: 21 }, (_, page) => valves(page)),
    [article('A pump of 1999')],
  ]);
  await openSite(`${list}?q=valve+13`);
  await isSaid(result(13, 'valve 13', 240));
  expect(found()).toHaveLength(13);
  await openSite(`${list}?q=1999`);
  await isSaid(result(0, '1999', 240));
  expect(asked.filter((page) => page > 19)).toEqual([]);
  await press('button', words.searchOlder);
  await isSaid(result(1, '1999', 253));
  expect(found()).toEqual(['A pump of 1999']);
  expect(all('button', words.searchOlder)).toEqual([]);
});

test('a page that could not be loaded is read on request, or once the connection returns', async () => {
  const { replies } = serve([valves(0), valves(1)]);
  replies[1] = refusal(500);
  await openSite(`${list}?q=valve`);
  await isSaid(`${result(12, 'valve', 12)} ${words.olderFailed}`);
  expect(isSavedCopy()).toBe(false);
  delete replies[1];
  await press('button', ui.retry);
  await isSaid(result(24, 'valve', 24));
  expect(all('button', ui.retry)).toEqual([]);
});

test('a search without an answer says so and nothing of articles, and a press searches again', async () => {
  const { replies } = serve([valves(0)]);
  replies[0] = refusal(500);
  await openSite(`${list}?q=valve`);
  await until(() => one('alert', new RegExp(mediaRoom.state.failed)));
  expect(document.body.textContent).not.toContain(words.noMatch);
  delete replies[0];
  await press('button', ui.retry);
  await isSaid(result(12, 'valve', 12));
});

test.each([
  ['answers with 404', 'valv', refusal(404)],
  ['repeats page 0', 'val', payload(valves(0))],
])('a provider without a page 1, which %s, has been searched after two requests', async (_, term, reply) => {
  const { replies, asked } = serve([valves(0)]);
  replies[1] = reply;
  await openSite(`${list}?q=${term}`);
  await isSaid(result(12, term, 12));
  expect([found().length, all('button', ui.retry), Math.max(...asked)]).toEqual([12, [], 1]);
});

test('a search asks the network, and says so where it has only copies', async () => {
  const { replies } = serve([[article('Quokka one')]]);
  await openSite(list);
  await search('quokka');
  await isSaid(result(1, 'quokka', 1));
  expect(isSavedCopy()).toBe(false);
  // The worker answers with its copy where the network does not.
  replies[0] = payload([article('Quokka one')], Date.now() - 60_000);
  await search('quokka o');
  await isSaid(`${result(1, 'quokka o', 1)} ${words.olderFailed}`);
  await until(() => expect(isSavedCopy()).toBe(true));
  replies[0] = payload([article('Quokka two'), article('Quokka one')]);
  await press('button', ui.checkAgain);
  await until(() => expect(found()).toEqual(['Quokka two', 'Quokka one']));
  expect(isSavedCopy()).toBe(false);
});

test('a list leads to older articles and back, and says where it ends', async () => {
  serve([valves(0), valves(1)]);
  await openSite(list);
  await press('link', words.older);
  await until(() => expect(found()[0]).toBe('Valve 12'));
  expect(location.search).toBe('?page=1');
  await press('link', words.older);
  await until(() => one('heading', titles.notFound));
  await openSite(mediaListPath('press', 1));
  await press('link', words.newer);
  await until(() => expect(found()[0]).toBe('Valve 0'));
});
