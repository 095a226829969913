import { expect, test } from 'vitest';

import { pages } from '#src/paths.ts';
import { isServerPath, serverPrefixes } from '#src/server-paths.ts';

import { becomeWorker } from './worker-scope.ts';

becomeWorker();

const { documentOf, installSite } = await import('../../../sw/precache.ts');
const { isPage } = await import('../../../sw/pages.ts');
installSite();

test.each([
  ['/', '/index.html'],
  ['/contact', '/contact.html'],
  ['/media-room/42', '/media-room/shell.html'],
  ['/media-room/notes.txt', '/media-room/shell.html'],
])('%s is a page, served from %s', (path, file) => {
  expect([isPage(path), documentOf(path)]).toEqual([true, file]);
});

test.each([
  ...Object.values(serverPrefixes).flatMap((prefix) => [prefix, `${prefix}/token`]),
  '/Office/sign-in',
  '/press.xml',
])('%s is left to the server', (path) => {
  expect(isPage(path)).toBe(false);
});

test('no page has an address that only the server answers', () => {
  expect(Object.values(pages).filter(({ path }) => isServerPath(path))).toEqual([]);
});
