import { expect, test } from 'vitest';

import { builtPages, distFiles, firstViewScripts, precachedUrls, wireSize } from '../support/built-site.ts';

const kilobyte = 1024;

test.each(builtPages.filter((page) => page.isStatic))(
  'the html of $path fits into the first round trip of a connection',
  ({ file }) => {
    expect(wireSize(file)).toBeLessThanOrEqual(14 * kilobyte);
  },
);

test.each(builtPages)('the first view of $file takes at most 85 KB of script', (page) => {
  const scripts = firstViewScripts(page);
  const total = scripts.reduce((sum, file) => sum + wireSize(file), 0);
  expect(scripts.length).toBeGreaterThan(2);
  expect(total).toBeGreaterThan(40 * kilobyte);
  expect(total, scripts.map((file) => `${file}: ${wireSize(file)}`).join('\n')).toBeLessThanOrEqual(
    85 * kilobyte,
  );
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
