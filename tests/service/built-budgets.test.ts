import { brotliDecompressSync } from 'node:zlib';

import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

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
import { withSite } from './with-site.ts';

const kilobyte = 1024;
const sheets = distFiles.filter((file) => file.endsWith('.css'));
const bundles = workerList.filter(isBundle).map(({ url }) => url);

/** Bytes over the wire. A page's includes its HTML, scripts, styles, pictures and 300 bytes of headers per request. */
const budgets = {
  scripts: 82_000,
  scriptsWithData: 88_000,
  scriptsWithForm: 107_000,
  // With Bootstrap's switch.
  styles: 8_800,
  offline: 127_000,
  home: 115_000,
  team: 113_000,
  contact: 103_000,
  mediaRoom: 144_700,
  mediaDetail: 117_000,
};

/** Fails above the figure and its 5 % of room, and then says what is largest. */
function expectWithin(budget: keyof typeof budgets, files: string[], others = 0): void {
  const [figure, size] = [budgets[budget], total(files) + others];
  const largest = files.map((file) => [wireSize(file), file] as const).sort(([a], [b]) => b - a);
  const rows = largest.slice(0, 10).map(([bytes, file]) => `${bytes} ${file}`.padStart(60));
  expect(size, budget).toBeGreaterThan(figure / 2);
  expect(size, `${budget}, with 5 % of room:\n${rows.join('\n')}`).toBeLessThanOrEqual(figure * 1.05);
}

function total(files: string[]): number {
  return files.reduce((sum, file) => sum + wireSize(file), 0);
}

test("the HTML of a static page fits into a connection's first round trip", () => {
  const files = builtPages.filter((page) => page.isStatic).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => wireSize(file) > 14 * kilobyte)).toEqual([]);
});

test("a page's scripts stay within their budget, with data and with a form", () => {
  for (const page of builtPages) {
    const withForm = ['mediaRoom', 'ask'].includes(page.name);
    expectWithin(
      withForm ? 'scriptsWithForm' : page.isStatic ? 'scripts' : 'scriptsWithData',
      firstViewScripts(page),
    );
  }
  const vacancy = builtPages.filter(({ name }) => name === 'vacancy').flatMap(firstViewScripts);
  const form = withStaticImports(assetNamed('application-form'));
  expectWithin('scriptsWithForm', [...new Set([...vacancy, ...form])]);
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

test('all style sheets together stay within their budget', () => {
  expectWithin('styles', sheets);
});

test('going offline-ready after the first view stays within its budget and takes 2 requests', () => {
  const fetched = ['sw.js', ...bundles];
  expect(fetched).toHaveLength(2);
  expectWithin('offline', fetched);
});

const site = sharedApp({}, withSite);

/**
 * Counts all drawings in the content, because only a browser knows how many of them a first view shows, and not
 * the company's photos, of which it takes the size that the screen needs.
 */
const drawings = 'img:is(main *, :not([loading=lazy]))[src^="/"]:not(picture > *)';

test.each([
  ['home', 20, pages.home.path],
  ['team', 21, pages.team.path],
  ['contact', 20, pages.contact.path],
  ['mediaRoom', 36, pages.mediaRoom.path],
  ['mediaDetail', 26, mediaDetailPath('kalingalinga-leak-valves')],
] as const)(
  'a first view of the %s page stays within its budget and takes at most %i requests',
  async (name, requests, path) => {
    const { rawPayload } = await site().get(path, { 'accept-encoding': 'br' });
    const { document } = new JSDOM(`${brotliDecompressSync(rawPayload)}`).window;
    const pictures = [...document.querySelectorAll(drawings)];
    const files = new Set([
      ...pictures.map((picture) => picture.getAttribute('src')?.slice(1) ?? ''),
      ...firstViewScripts({ name }),
      ...withStaticImports(assetNamed('after-load')),
      ...sheets,
    ]);
    // The other two are the page itself and the health check.
    const count = files.size + 2;
    const headers = 300 * count;
    expectWithin(name, [...files], rawPayload.length + headers);
    expect(count, 'requests').toBeLessThanOrEqual(requests);
  },
);

test("the map's code is a separate file, which no first view fetches", () => {
  const map = assetNamed('draw-map');
  expect(builtPages.filter((page) => firstViewScripts(page).includes(map))).toEqual([]);
});
