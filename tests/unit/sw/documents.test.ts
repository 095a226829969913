import { expect, test, vi } from 'vitest';

vi.stubGlobal('location', new URL('https://hcs.example/sw.js'));
vi.stubEnv('VITE_CONNECT_BASE', '/api/v1');
vi.stubGlobal('self', {
  __WB_MANIFEST: [
    { url: 'contact.html' },
    { url: 'media-room/shell.html' },
    { url: 'insider/career/shell.html' },
  ],
});
const { documentOf, isPagePath } = await import('../../../sw/documents.ts');

test.each([
  '/',
  '/contact',
  '/no/such/page',
  '/media-room/42',
  '/media-room/news-2.update',
  '/insider/career/v1.b',
  '/api/v10',
])('%s is a page', (path) => {
  expect(isPagePath(path)).toBe(true);
});

test.each([
  '/press.xml',
  '/some/report.pdf',
  '/assets/a.js',
  '/connect/v1/job-list',
  '/api/v1/job-list',
  '/api/v1',
  '/healthz',
  '/uploads/a.png',
])('%s is none', (path) => {
  expect(isPagePath(path)).toBe(false);
});

test.each([
  ['/', '/index.html'],
  ['/contact', '/contact.html'],
  ['/media-room/42', '/media-room/shell.html'],
  ['/media-room/news-2.update', '/media-room/shell.html'],
  ['/media-room/42/more', '/media-room/42/more.html'],
])('%s is shown by %s', (path, file) => {
  expect(documentOf(path)).toBe(file);
});
