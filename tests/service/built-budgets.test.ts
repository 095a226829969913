import { brotliDecompressSync } from 'node:zlib';

import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';
import { isBundle } from '#src/contract/site-bundle.ts';
import { mediaDetailPath, pages } from '#src/paths.ts';

import {
  assetNamed,
  builtPages,
  distFiles,
  firstViewScripts,
  wireSize,
  withStaticImports,
  workerList,
} from './built-site.ts';
import { sharedApp } from './store.ts';

const kilobyte = 1024;
const withForm = 100_000;
const sheets = distFiles.filter((file) => file.endsWith('.css'));
const bundles = workerList.filter(isBundle).map(({ url }) => url);

function total(files: string[]): number {
  return files.reduce((sum, file) => sum + wireSize(file), 0);
}

test("the HTML of a static page fits into a connection's first round trip", () => {
  const files = builtPages.filter((page) => page.isStatic).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => wireSize(file) > 14 * kilobyte)).toEqual([]);
});

test("a page's first view takes at most 80 KB of script, 86 KB with data, 100,000 bytes with a form", () => {
  for (const page of builtPages) {
    const size = total(firstViewScripts(page));
    expect(size, page.file).toBeGreaterThan(40 * kilobyte);
    const limit = ['mediaRoom', 'ask'].includes(page.name) ? withForm : (page.isStatic ? 80 : 86) * kilobyte;
    expect(size, page.file).toBeLessThanOrEqual(limit);
  }
  const vacancy = builtPages.filter(({ name }) => name === 'vacancy').flatMap(firstViewScripts);
  const form = withStaticImports(assetNamed('application-form'));
  expect(total([...new Set([...vacancy, ...form])])).toBeLessThanOrEqual(withForm);
});

test('after the first paint a page requests the style sheet and every script that the app waits for', () => {
  for (const { file, document } of builtPages) {
    const links = [...(document.querySelector('template')?.content.querySelectorAll('link') ?? [])];
    const names = links.map((link) => `${link.rel} ${link.getAttribute('href')}`);
    expect(names[0], file).toMatch(/^modulepreload \/assets\/entry-client-/);
    const scripts = [...withStaticImports(names[0]?.replace('modulepreload /', '') ?? '')];
    const wanted = [
      ...scripts.map((name) => `modulepreload /${name}`),
      ...sheets.map((name) => `stylesheet /${name}`),
    ];
    expect(new Set(names), file).toEqual(new Set(wanted));
  }
});

test('all style sheets together take at most 12 KB', () => {
  expect(total(sheets)).toBeLessThanOrEqual(12 * kilobyte);
  expect(sheets).not.toEqual([]);
});

test('going offline-ready after the first view takes at most 108 KB and 2 requests', () => {
  const fetched = ['sw.js', ...bundles];
  expect(fetched).toHaveLength(2);
  expect(total(fetched)).toBeLessThanOrEqual(108 * kilobyte);
});

const site = sharedApp({}, { distDir: builtSite });

/** Counts all pictures in the content, because only a browser knows how many of them a first view shows. */
test.each([
  ['home', 110, 20, pages.home.path],
  ['team', 200, 21, pages.team.path],
  ['contact', 200, 20, pages.contact.path],
  ['mediaRoom', 200, 36, pages.mediaRoom.path],
  ['mediaDetail', 200, 26, mediaDetailPath('kalingalinga-leak-valves')],
])(
  'a first view of the %s page takes at most %i KB and %i requests',
  async (name, kilobytes, requests, path) => {
    const { rawPayload } = await site().get(path, { 'accept-encoding': 'br' });
    const { document } = new JSDOM(`${brotliDecompressSync(rawPayload)}`).window;
    const pictures = [...document.querySelectorAll('img:is(main *, :not([loading=lazy]))[src^="/"]')];
    const files = new Set([
      ...pictures.map((picture) => picture.getAttribute('src')?.slice(1) ?? ''),
      ...firstViewScripts({ name }),
      ...withStaticImports(assetNamed('after-load')),
      ...sheets,
    ]);
    // The other two are the page itself and the health check.
    const count = files.size + 2;
    const headers = 300 * count;
    const size = (rawPayload.length + total([...files]) + headers) / kilobyte;
    expect(size, 'KB').toBeLessThanOrEqual(kilobytes);
    expect(size, 'KB').toBeGreaterThan(70);
    expect(count, 'requests').toBeLessThanOrEqual(requests);
  },
);

test("the map's code is a separate file, which no first view fetches", () => {
  const map = assetNamed('draw-map');
  expect(builtPages.filter((page) => firstViewScripts(page).includes(map))).toEqual([]);
});
