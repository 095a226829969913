import { afterAll, expect, test, vi } from 'vitest';

import { becomeWorker } from './worker-scope.ts';

const deleteCache = vi.fn();
const happen = becomeWorker({
  caches: { delete: deleteCache },
  clients: { claim: async () => undefined },
  registration: { scope: 'https://hcs.example/', waiting: {} },
});
afterAll(() => void vi.unstubAllGlobals());

const { documentOf, installSite } = await import('../../../sw/precache.ts');
const { isPage } = await import('../../../sw/pages.ts');
installSite();

test.each([
  ['/', '/index.html'],
  ['/contact', '/contact.html'],
  ['/media-room/42', '/media-room/shell.html'],
  ['/media-room/notes.txt', '/media-room/shell.html'],
])('%s is a page, shown by %s', (path, file) => {
  expect([isPage(path), documentOf(path)]).toEqual([true, file]);
});

test.each([
  '/office',
  '/office/sign-in',
  '/preview/token',
  '/unsubscribe/token',
  '/confirm/token',
  '/healthz',
  '/connect/v1/job-list',
  '/press.xml',
  '/uploads/price-list.html',
])('%s is left to the server', (path) => {
  expect(isPage(path)).toBe(false);
});

test('the marker of an earlier version is deleted', async () => {
  await happen('activate', {});
  expect(deleteCache).toHaveBeenCalledWith('whole-site');
});
