import { expect, test } from 'vitest';

import { isBundle } from '#src/contract/site-bundle.ts';

import {
  assetNamed,
  builtPages,
  distFiles,
  firstViewScripts,
  wireSize,
  withStaticImports,
  workerList,
} from './built-site.ts';

const kilobyte = 1024;
const withForm = 100_000;
const sheets = distFiles.filter((file) => file.endsWith('.css'));
const bundles = workerList.filter(isBundle).map(({ url }) => url);
const precached = workerList.filter((file) => !isBundle(file)).map(({ url }) => url);

function total(files: string[]): number {
  return files.reduce((sum, file) => sum + wireSize(file), 0);
}

test('the html of a static page fits into the first round trip of a connection', () => {
  const files = builtPages.filter((page) => page.isStatic).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => wireSize(file) > 14 * kilobyte)).toEqual([]);
});

test('the first view of a page takes at most 80 KB of script, with data 86 KB, with a form 100,000 bytes', () => {
  for (const page of builtPages) {
    const size = total(firstViewScripts(page));
    expect(size, page.file).toBeGreaterThan(40 * kilobyte);
    const limit = page.name === 'mediaRoom' ? withForm : (page.isStatic ? 80 : 86) * kilobyte;
    expect(size, page.file).toBeLessThanOrEqual(limit);
  }
  const vacancy = builtPages.filter(({ name }) => name === 'vacancy').flatMap(firstViewScripts);
  const form = withStaticImports(assetNamed('application-form'));
  expect(total([...new Set([...vacancy, ...form])])).toBeLessThanOrEqual(withForm);
});

test('after the first paint a page asks for the style sheet and every script that the app waits for', () => {
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

test('all that comes after the first view for offline takes at most 104 KB and 2 requests', () => {
  const fetched = ['sw.js', ...bundles];
  expect(fetched).toHaveLength(2);
  expect(total(fetched)).toBeLessThanOrEqual(104 * kilobyte);
});

test('file by file, as where the bundle cannot be had, the whole list takes at most 340 KB', () => {
  expect(precached).toContain('index.html');
  expect(total(precached)).toBeLessThanOrEqual(340 * kilobyte);
});
