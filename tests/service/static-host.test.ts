import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';
import { prerenderedPages } from '#server/web/prerendered-pages.ts';
import { pages } from '#src/paths.ts';

import { answered, openApp } from './store.ts';
import { withSite } from './with-site.ts';

const text = readFileSync(join(builtSite, '_headers'), 'utf8');
/** Address -> its headers. */
const rules = new Map(
  text.split(/\n(?=\/)/).map((rule) => {
    const [path = '', ...lines] = rule.trimEnd().split('\n');
    return [path, Object.fromEntries(lines.map((line) => line.trim().split(/:\s*(.*)/s)))];
  }),
);

test('a static host sends each page and the worker with the same CSP as the server, and unchanged', async () => {
  const { get } = await openApp({}, withSite);
  const documents = prerenderedPages.map(({ file, path, name, isShell }) => [
    file,
    isShell ? pages[name].path : path,
  ]);
  for (const [file = '', path = ''] of [...documents, ['sw.js', '/sw.js']]) {
    const { headers } = await answered(200, get(`/${file}?__WB_REVISION__=1`));
    for (const name of ['content-security-policy', 'cache-control'])
      expect([path, name, rules.get(path)?.[name]]).toEqual([path, name, headers[name]]);
  }
});

test('a static host sends protective headers with every file, caches hashed ones, and accepts all the rules', () => {
  expect(rules.get('/*')).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}$/),
    // Browsers apply it in addition to the page's own policy.
    'content-security-policy': "base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  });
  expect(rules.get('/assets/*')).toEqual({ 'cache-control': 'public, max-age=31536000, immutable' });
  // https://developers.cloudflare.com/pages/configuration/headers/
  expect(rules.size).toBeLessThanOrEqual(100);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(2_000);
});

test('a static host serves the shell at every article, vacancy or list address', () => {
  const redirects = readFileSync(join(builtSite, '_redirects'), 'utf8').trim().split('\n');
  const shells = prerenderedPages.filter(({ isShell }) => isShell);
  const expected = shells.flatMap(({ name, path }) => [
    `${pages[name].path} ${path} 200`,
    `${pages[name].path}/ ${pages[name].path} 308`,
  ]);
  expect([shells.length > 1, redirects]).toEqual([true, expected]);
});
