import { cpSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readConnectBase } from '#server/config.ts';
import { serverBundle, writeBuildRecord } from '#server/site/server-bundle.ts';
import { pages } from '#src/paths.ts';

import { temporaryFolder, testApp } from './test-app.ts';

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
