import { expect, test } from 'vitest';

import { staticHostFiles } from '#server/deploy/static-host.ts';
import { prerenderedFiles } from '#server/prerender/prerendered-files.ts';

import { testApp } from './test-app.ts';

test('a static host is told the policies that the server sends', async () => {
  const { app, config, distDir } = await testApp();
  const { headers } = staticHostFiles(distDir, config.connectBase);
  const lines = headers.split('\n');
  for (const { path, file } of prerenderedFiles) {
    const answer = await app.inject(`/${file}?__WB_REVISION__=1`);
    const expected = `  content-security-policy: ${answer.headers['content-security-policy']}`;
    for (const name of [`/${file}`, path.replace(/shell$/, ':id')])
      expect([name, lines[lines.indexOf(name) + 1]]).toEqual([name, expected]);
  }
  expect(headers).toMatch(/^\/\*\n {2}cross-origin-opener-policy: same-origin\n/);
  expect(headers).toContain('/media-room/:id\n  content-security-policy: ');
});

test('a static host is told where the shells of the data routes are', async () => {
  const { distDir } = await testApp();
  const api = 'https://api.example.com/connect/v1';
  const { headers, redirects } = staticHostFiles(distDir, api);
  expect(redirects.split('\n').slice(0, 2)).toEqual([
    '/media-room/:id /media-room/shell.html 200',
    '/insider/career/:id /insider/career/shell.html 200',
  ]);
  expect(headers).toContain("connect-src 'self' https://api.example.com;");
});
