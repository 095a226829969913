import { expect, test } from 'vitest';

import {
  builtPages,
  distFiles,
  firstViewScripts,
  precachedUrls,
  wireSize,
  withStaticImports,
} from '../support/built-site.ts';

const kilobyte = 1024;

test('the html of a static page fits into the first round trip of a connection', () => {
  const sizes = builtPages
    .filter((page) => page.isStatic)
    .map(({ file }) => ({ file, size: wireSize(file) }));
  expect(sizes.filter(({ size }) => size > 14 * kilobyte)).toEqual([]);
});

test('the first view of a page takes at most 85 KB of script', () => {
  for (const page of builtPages) {
    const scripts = firstViewScripts(page).map((file) => ({ file, size: wireSize(file) }));
    const total = scripts.reduce((sum, { size }) => sum + size, 0);
    expect(scripts.length, page.file).toBeGreaterThan(2);
    expect(total, page.file).toBeGreaterThan(40 * kilobyte);
    expect(total, `${page.file}: ${JSON.stringify(scripts)}`).toBeLessThanOrEqual(85 * kilobyte);
  }
});

test('the early script waits for no other', () => {
  for (const { file, document } of builtPages) {
    const early = [...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src'));
    expect(early, file).toEqual([expect.stringMatching(/^\/assets\/index-/)]);
    const script = early[0]?.slice(1) ?? '';
    expect([...withStaticImports(script)]).toEqual([script]);
  }
});

test('all style sheets together take at most 12 KB', () => {
  const sheets = distFiles.filter((file) => file.endsWith('.css'));
  expect(sheets).not.toEqual([]);
  expect(sheets.reduce((sum, file) => sum + wireSize(file), 0)).toBeLessThanOrEqual(12 * kilobyte);
});

test('the service worker fetches at most 60 files and 250 KB ahead', () => {
  const urls = precachedUrls();
  expect(urls).toContain('index.html');
  expect(urls.length).toBeLessThanOrEqual(60);
  expect(urls.reduce((sum, url) => sum + wireSize(url), 0)).toBeLessThanOrEqual(250 * kilobyte);
});

test('the service worker fetches no photo, screenshot or video ahead', () => {
  expect(precachedUrls().filter((url) => !/\.(?:html|js|css|svg|webmanifest|woff2)$/.test(url))).toEqual([]);
});
