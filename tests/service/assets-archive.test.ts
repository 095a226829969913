import { expect, test } from 'vitest';

import { updateAssetsArchive } from '#server/web/assets-archive.ts';

import { fakeBuild, temporaryFolder, testApp } from './test-app.ts';

const dayMs = 24 * 60 * 60_000;

test('after a deploy the assets of the build before are still served, for 14 days', async () => {
  const first = await testApp({}, fakeBuild({ 'assets/old-1.js': 'old' }));
  const data = { DATA_DIR: first.config.dataDir };
  await first.app.close();
  const deployed = fakeBuild();
  const second = await testApp(data, deployed);
  const old = await second.app.inject('/assets/old-1.js');
  expect([old.statusCode, old.body]).toEqual([200, 'old']);
  await second.app.close();
  const namesAfter = (days: number) =>
    updateAssetsArchive(deployed, first.config.dataDir, new Date(Date.now() + days * dayMs)).names;
  expect(namesAfter(13)).toContain('old-1.js');
  expect(namesAfter(15)).not.toContain('old-1.js');
  const third = await testApp(data, deployed);
  expect((await third.app.inject('/assets/old-1.js')).statusCode).toBe(404);
  expect((await third.app.inject('/assets/app-12345678.js')).statusCode).toBe(200);
});

test('the 14 days of an asset begin when it leaves the build, however long it was in it', () => {
  const data = temporaryFolder();
  const [old, next] = [fakeBuild({ 'assets/old-1.js': 'old' }), fakeBuild()];
  const namesOn = (day: number, build: string) =>
    updateAssetsArchive(build, data, new Date(day * dayMs)).names;
  for (const day of [20_000, 20_100]) expect(namesOn(day, old)).toContain('old-1.js');
  expect(namesOn(20_101, next)).toContain('old-1.js');
  expect(namesOn(20_114, next)).toContain('old-1.js');
  expect(namesOn(20_116, next)).not.toContain('old-1.js');
});

test('an asset that comes back into the build stays', () => {
  const data = temporaryFolder();
  const [old, next] = [fakeBuild({ 'assets/old-1.js': 'old' }), fakeBuild()];
  for (const [day, build] of [
    [20_000, old],
    [20_001, next],
    [20_010, old],
    [20_030, next],
  ] as const)
    expect(updateAssetsArchive(build, data, new Date(day * dayMs)).names).toContain('old-1.js');
});
