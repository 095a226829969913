import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { type BundlePart, isBundle } from '#src/contract/site-bundle.ts';

import { builtPages, distFiles, firstViewScripts, readDist, workerList } from './built-site.ts';
import { openApp } from './store.ts';
import { withSite } from './with-site.ts';

const bundle = workerList.find(isBundle)?.url ?? '';
const parts = JSON.parse(readDist(bundle)) as BundlePart[];
const bundled = parts.map(({ url }) => url);
const files = workerList.filter((file) => !isBundle(file));
const urls = files.map(({ url }) => url);

const chunks = distFiles.filter((file) => /^assets\/.*\.js$/.test(file));
const hashOf = (content: string) => createHash('sha256').update(content).digest('base64url').slice(0, 8);

test('every page and drawing is in the list; photos, screenshots, videos and the worker are not', () => {
  const drawings = distFiles.filter((file) => /^images\/.*\.svg$/.test(file));
  const pages = builtPages.map(({ file }) => file).filter((file) => file !== 'thanks.html');
  expect([...drawings, ...pages].filter((file) => !urls.includes(file))).toEqual([]);
  const isWanted = /^(?!sw\.js|icons\/|screenshots\/|videos\/).*\.(?:html|js|css|svg|webmanifest)$/;
  expect(urls.filter((url) => !isWanted.test(url))).toEqual([]);
});

test('the bundle holds the whole list except the scripts that every first view has fetched', () => {
  const scripts = builtPages.map((page) => new Set(firstViewScripts(page)));
  const everywhere = [...(scripts[0] ?? [])].filter((file) => scripts.every((some) => some.has(file)));
  expect(bundled.filter((url) => everywhere.includes(url) || !urls.includes(url))).toEqual([]);
  expect(everywhere.filter((url) => !urls.includes(url))).toEqual([]);
  const apart = files.filter(({ url }) => !bundled.includes(url));
  expect(apart.filter(({ url, revision }) => revision !== null || !/\.(?:js|css)$/.test(url))).toEqual([]);
});

test('every page names the app script, by which the worker recognises this build', () => {
  const [entry = 'no entry'] = urls.filter((url) => /^assets\/entry-client-.*\.js$/.test(url));
  const pages = urls.filter((url) => url.endsWith('.html'));
  expect(pages.filter((url) => !readDist(url).includes(entry))).toEqual([]);
});

test('each file in the bundle is as the server sends it, headers included', async () => {
  const { get } = await openApp({}, withSite);
  const ofTheLine = /^(?:date|connection|content-length|etag|last-modified|vary|accept-ranges)$/;
  for (const part of parts) {
    const { url, headers, body } = part;
    const { revision } = files.find((file) => file.url === url) ?? {};
    const sent = await get(`/${url}?__WB_REVISION__=${revision}`);
    const expected = Object.entries(sent.headers).filter(([name]) => !ofTheLine.test(name));
    expect([url, sent.statusCode, headers]).toEqual([url, 200, Object.fromEntries(expected)]);
    expect(body === sent.body, `${url} is another one in the bundle`).toBe(true);
    expect(revision === null || revision === hashOf(JSON.stringify(part)), url).toBe(true);
  }
});

test("the bundle's name contains the hash of its content", () => {
  expect(bundle).toBe(`assets/site-${hashOf(readDist(bundle))}.txt`);
});

test('no chunk imports the entry, so that an update fetches only what changed', () => {
  expect(chunks.length).toBeGreaterThan(40);
  const importers = chunks.filter((file) =>
    /(?:\bfrom|\bimport)\s*["'`]\.\/entry-client-/.test(readDist(file)),
  );
  expect(importers).toEqual([]);
});

test('no script contains a lookbehind, which Safari before 16.4 cannot parse', () => {
  const scripts = distFiles.filter((file) => /\.m?js$/.test(file));
  expect(scripts.filter((file) => /\(\?<[=!]/.test(readDist(file)))).toEqual([]);
});
