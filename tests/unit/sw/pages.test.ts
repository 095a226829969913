import { expect, test } from 'vitest';

import { pages } from '#src/paths.ts';
import { isServerPath, serverPrefixes } from '#src/server-paths.ts';

import { becomeWorker } from './worker-scope.ts';

const happen = becomeWorker({ fetch: async () => new Response('of the network') });

const { documentOf, installSite } = await import('../../../sw/precache.ts');
const { isPage, servePages } = await import('../../../sw/pages.ts');
installSite();
servePages();

/** What the worker answers to a navigation; undefined if it leaves it to the browser. */
async function answerTo(path: string): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined;
  const request = Object.defineProperty(new Request(`https://hcs.example${path}`), 'mode', {
    value: 'navigate',
  });
  const respondWith = (response: Promise<Response>) => {
    answer = response;
  };
  await happen('fetch', { request, respondWith });
  return answer;
}

test.each([
  ['/', '/index.html'],
  ['/contact', '/contact.html'],
  ['/media-room/42', '/media-room/shell.html'],
  ['/media-room/notes.txt', '/media-room/shell.html'],
])('%s is a page, served from %s', (path, file) => {
  expect([isPage(path), documentOf(path)]).toEqual([true, file]);
});

test.each([
  ['/index.html', '/'],
  ['/contact.html?about=%', '/contact?about=%'],
  ['/contact.html/', '/contact'],
  ['/%63ontact', '/contact'],
  ['/media-room/%34%32', '/media-room/42'],
  ['/nope/', '/nope'],
])('%s redirects to %s, also offline', async (path, location) => {
  expect((await answerTo(path))?.headers.get('location')).toBe(`https://hcs.example${location}`);
});

test.each([
  ...['/ask%', '/%2563ontact', '/%2Fevil.example/a', '/CONTACT', '/media-room/50%-off'],
  ...['/media-room/shell.html', '/media-room/notes.html', '/404', '/%00'],
])('%s is not redirected', async (path) => {
  expect((await answerTo(path))?.headers.get('location')).toBe(null);
});

test.each([
  ...['/404.html', '/%6fffice/token', '/%63onnect/v1/job-list'],
  ...Object.values(serverPrefixes).flatMap((prefix) => [prefix, `${prefix}/token`]),
  '/Office/sign-in',
  '/press.xml',
])('%s is left to the server', (path) => {
  expect(isPage(path)).toBe(false);
});

test('no page has an address that only the server answers', () => {
  expect(Object.values(pages).filter(({ path }) => isServerPath(path))).toEqual([]);
});
