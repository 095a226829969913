import { cpSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readConfig, readConnectBase } from '#server/config.ts';
import { serverBundle, writeBuildRecord } from '#server/web/server-bundle.ts';
import { pages } from '#src/paths.ts';

import { temporaryFolder, testApp } from './test-app.ts';

test.each([
  [{ PORT: 'abc' }, 'PORT: '],
  [{ PORT: '70000' }, 'PORT: '],
  [{ PORT: '-1' }, 'PORT: '],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL: '],
  [{ CONNECT_UPSTREAM: 'not a url' }, 'CONNECT_UPSTREAM: '],
  [{ CONNECT_UPSTREAM: 'file:///etc/passwd' }, 'CONNECT_UPSTREAM: '],
  [{ CONNECT_UPSTREAM: 'https://user:secret@api.example/v1' }, 'CONNECT_UPSTREAM: '],
  [{ CONNECT_UPSTREAM: 'https://secret@api.example/v1' }, 'CONNECT_UPSTREAM: '],
  [{ CONNECT_UPSTREAM: 'https://api.example/v1?' }, 'CONNECT_UPSTREAM: '],
  [{ SITE_URL: 'hcs.example' }, 'SITE_URL: '],
  [{ SITE_URL: 'https://hcs.example/zambia' }, 'SITE_URL: '],
  [{ SITE_URL: 'https://user:secret@hcs.example' }, 'SITE_URL: '],
  [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY: '],
  [{ RATE_LIMIT_MAX: '-5' }, 'RATE_LIMIT_MAX: '],
  [{ RATE_LIMIT_WINDOW_S: '0' }, 'RATE_LIMIT_WINDOW_S: '],
  [{ RETENTION_DAYS: 'forever' }, 'RETENTION_DAYS: '],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: '],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL: this is not an address'],
  [{ NOTIFY_TO: 'jobs@hcs.example' }, 'NOTIFY_TO: mail needs a server'],
  [{ SMTP_URL: 'smtp://mail.example.com', NOTIFY_TO: 'jobs' }, 'NOTIFY_TO: this is not an e-mail address'],
  [{ NOTIFY_WEBHOOK: 'chat' }, 'NOTIFY_WEBHOOK: this is not an address'],
  [{ NOTIFY_WEBHOOK: 'https://me:secret@chat.example' }, 'NOTIFY_WEBHOOK: the address may not contain'],
])('a setting that cannot be used is named in one line %#', (env, message) => {
  let said = '';
  try {
    readConfig(env);
  } catch (error) {
    said = String(error);
  }
  expect(said).toMatch(new RegExp(`^Error: ${message}`));
  expect(said).not.toMatch(/secret|\n/);
});

test('policies allow the API that the build was told of, whatever the environment says now', {
  timeout: 60_000,
}, async () => {
  const bundleDir = temporaryFolder();
  cpSync(serverBundle, bundleDir, { recursive: true });
  writeBuildRecord(bundleDir, {
    connectBase: 'https://built.example/connect/v1',
    siteUrl: 'https://hcs.example',
  });
  const { app } = await testApp({ VITE_CONNECT_BASE: 'https://later.example/v1' }, undefined, { bundleDir });
  for (const url of [pages.home.path, pages.career.path, '/nope', '/sw.js']) {
    const policy = String((await app.inject(url)).headers['content-security-policy']);
    expect([url, policy]).toEqual([url, expect.stringContaining('https://built.example')]);
    expect(policy).not.toContain('later.example');
  }
});

test('a build without its record stops the start with one line', async () => {
  await expect(testApp({}, undefined, { bundleDir: temporaryFolder() })).rejects.toThrow('npm run build');
});

test('a build is refused an address of the API that holds a password, without repeating it', () => {
  const build = () => readConnectBase({ VITE_CONNECT_BASE: 'https://user:secret@api.example/v1' });
  expect(build).toThrow(/^VITE_CONNECT_BASE: (?!.*secret)/);
});
