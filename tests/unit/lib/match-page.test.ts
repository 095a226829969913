import { expect, test } from 'vitest';

import { matchPage } from '#src/lib/match-page.ts';

test.each([
  ['/', 'home', {}],
  ['/contact', 'contact', {}],
  ['/contact/', 'contact', {}],
  ['/Contact', 'notFound', {}],
  ['/insider/career', 'career', {}],
  ['/insider/career/pcb', 'vacancy', { id: 'pcb' }],
  ['/media-room', 'mediaRoom', {}],
  ['/media-room/filter/press', 'mediaList', { type: 'press' }],
  ['/media-room/filter/blog', 'mediaList', { type: 'blog' }],
  ['/media-room/filter/video', 'notFound', {}],
  ['/media-room/a%20b', 'mediaDetail', { id: 'a b' }],
  ['/media-room/%E0%A4%A', 'mediaDetail', { id: '%E0%A4%A' }],
  ['/media-room/a/b', 'notFound', {}],
  ['/nowhere', 'notFound', {}],
])('%s is %s', (pathname, name, params) => {
  expect(matchPage(pathname)).toEqual({ name, params });
});
