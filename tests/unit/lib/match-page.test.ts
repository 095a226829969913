import { expect, test } from 'vitest';

import { dataPages, pageCalls } from '#src/api/data-pages.ts';
import { matchPage, pageNumber } from '#src/lib/match-page.ts';

test.each([
  ['/', 'home', {}],
  ['/contact/', 'contact', {}],
  ['/Contact', 'notFound', {}],
  ['/insider/career/pcb', 'vacancy', { id: 'pcb' }],
  ['/media-room/filter/press', 'mediaList', { type: 'press' }],
  ['/media-room/filter/video', 'notFound', {}],
  ['/media-room/a%20b', 'mediaDetail', { id: 'a b' }],
  ['/media-room/%E0%A4%A', 'mediaDetail', { id: '%E0%A4%A' }],
  ['/media-room/a/b', 'notFound', {}],
  ['/nowhere', 'notFound', {}],
])('%s is %s', (pathname, name, params) => {
  expect(matchPage(pathname)).toEqual({ name, params });
});

test.each([
  ['/media-room', '', ['/media-room/press/0', '/media-room/blog/0', '/media-priority']],
  ['/media-room/filter/blog', '', ['/media-room/blog/0', '/media-room/blog/1']],
  ['/media-room/filter/press', 'page=2&q=x', ['/media-room/press/2', '/media-room/press/3']],
  ['/insider/career/x', '', ['/job-list']],
  ['/', '', []],
])('the first view of %s?%s needs %j', (path, search, calls) => {
  expect(pageCalls(matchPage(path), search).map(({ call }) => call)).toEqual(calls);
});

test.each([
  ['/media-room/filter/press', '?page=2&q=x', '/media-room/filter/press?page=2'],
  ['/media-room/filter/blog', '?page=0', '/media-room/filter/blog'],
  ['/insider/career/x', '?from=y', '/insider/career/x'],
  ['/insider/career/x', '?from=y&apply=1', '/insider/career/x?apply=1'],
])('the canonical address of %s%s is %s', (path, search, address) => {
  const { name, params } = matchPage(path);
  expect(dataPages[name]?.address?.(params, search)).toBe(address);
});

test("an article's first view needs the article, whatever its id contains", () => {
  expect(pageCalls(matchPage('/media-room/a%2Fb'))[0]?.call).toBe('/media/a%2Fb');
});

test('the query selects a page by its number, or else the first page', () => {
  expect(['3', '-1', '1.5', 'x', '1e99'].map((page) => pageNumber(`page=${page}`))).toEqual([3, 0, 0, 0, 0]);
});
