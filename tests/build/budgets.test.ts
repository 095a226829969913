import { expect, test } from 'vitest';

import { isBundle } from '#src/contract/site-bundle.ts';

import {
  builtPages,
  distFiles,
  firstViewScripts,
  precachedUrls,
  wireSize,
  withStaticImports,
  workerList,
} from '../support/built-site.ts';

const kilobyte = 1024;

test('the html of a static page fits into the first round trip of a connection', () => {
  const sizes = builtPages
    .filter((page) => page.isStatic)
    .map(({ file }) => ({ file, size: wireSize(file) }));
  expect(sizes.filter(({ size }) => size > 14 * kilobyte)).toEqual([]);
});

test('the first view of a page takes at most 80 KB of script, with data 86 KB', () => {
  for (const page of builtPages) {
    const scripts = firstViewScripts(page).map((file) => ({ file, size: wireSize(file) }));
    const total = scripts.reduce((sum, { size }) => sum + size, 0);
    expect(scripts.length, page.file).toBeGreaterThan(2);
    expect(total, page.file).toBeGreaterThan(40 * kilobyte);
    const most = (page.isStatic ? 80 : 86) * kilobyte;
    expect(total, `${page.file}: ${JSON.stringify(scripts)}`).toBeLessThanOrEqual(most);
  }
});

test('after the first paint the page names the style sheet and every script that the app waits for', () => {
  for (const { file, document } of builtPages) {
    const links = [...(document.querySelector('template')?.content.querySelectorAll('link') ?? [])];
    const names = links.map((link) => `${link.rel} ${link.getAttribute('href')}`);
    const [app = ''] = names;
    expect(app, file).toMatch(/^modulepreload \/assets\/entry-client-/);
    const scripts = [...withStaticImports(app.replace('modulepreload /', ''))];
    const sheets = distFiles.filter((name) => name.endsWith('.css'));
    expect(new Set(names), file).toEqual(
      new Set([
        ...scripts.map((name) => `modulepreload /${name}`),
        ...sheets.map((name) => `stylesheet /${name}`),
      ]),
    );
  }
});

test('all style sheets together take at most 12 KB', () => {
  const sheets = distFiles.filter((file) => file.endsWith('.css'));
  expect(sheets).not.toEqual([]);
  expect(sheets.reduce((sum, file) => sum + wireSize(file), 0)).toBeLessThanOrEqual(12 * kilobyte);
});

/**
 * What a visitor pays for being able to read without a connection comes as one bundle, beside the worker and its code; the
 * drawings are in it, which 60 files and 250 KB were too few for file by file. What a form needs is in it too; the rest of the list is in the HTTP cache by then.
 */
test('all that comes after the first view for offline takes at most 104 KB and 3 requests', () => {
  const code = distFiles.filter((file) => file.startsWith('assets/sw-'));
  const fetched = [
    'sw.js',
    ...code,
    ...workerList()
      .filter(isBundle)
      .map(({ url }) => url),
  ];
  expect(fetched).toHaveLength(3);
  expect(fetched.reduce((sum, file) => sum + wireSize(file), 0)).toBeLessThanOrEqual(104 * kilobyte);
});

test('file by file, as where the bundle cannot be had, the whole list takes at most 340 KB', () => {
  const urls = precachedUrls();
  expect(urls).toContain('index.html');
  expect(urls.reduce((sum, url) => sum + wireSize(url), 0)).toBeLessThanOrEqual(340 * kilobyte);
});

test('the service worker fetches no photo, screenshot or video ahead', () => {
  expect(precachedUrls().filter((url) => !/\.(?:html|js|css|svg|webmanifest|woff2)$/.test(url))).toEqual([]);
});
