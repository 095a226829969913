import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { builtSite, readSite } from '#server/app.ts';

import { expectLogged } from './problems.ts';
import { answered, dayMs, moveClock, openApp, setClock, temporaryFolder } from './store.ts';

/** A build with these assets only. */
function buildWith(assets: Record<string, string>): string {
  const folder = temporaryFolder();
  cpSync(join(builtSite, 'index.html'), join(folder, 'index.html'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of Object.entries({ 'app-1.js': 'app', ...assets }))
    writeFileSync(join(folder, 'assets', name), text);
  return folder;
}

/** Starts the server with one build after another on the same data. */
function deployments() {
  const DATA_DIR = temporaryFolder();
  const start = async (distDir: string) => openApp({ DATA_DIR }, { site: await readSite(distDir) });
  return {
    archive: join(DATA_DIR, 'assets-archive'),
    start,
    async statusAfter(days: number, distDir: string): Promise<number> {
      moveClock(days * dayMs);
      const { get, app } = await start(distDir);
      await answered(200, get('/assets/app-1.js'));
      const { statusCode } = await get('/assets/old-1.js');
      await app.close();
      return statusCode;
    },
  };
}

test('assets stay for 14 days after they have left the build, however long they were in it', async () => {
  setClock('2027-03-01');
  const { statusAfter } = deployments();
  const [old, next] = [buildWith({ 'old-1.js': 'old' }), buildWith({})];
  expect([await statusAfter(0, old), await statusAfter(100, old)]).toEqual([200, 200]);
  expect([await statusAfter(1, next), await statusAfter(13, next)]).toEqual([200, 200]);
  // Back in the build, and out of it again.
  expect([await statusAfter(0, old), await statusAfter(20, next)]).toEqual([200, 200]);
  expect([await statusAfter(13, next), await statusAfter(2, next)]).toEqual([200, 404]);
});

test('while the site is being rebuilt, the assets of the pages in memory are still served', async () => {
  const build = buildWith({});
  const { get } = await deployments().start(build);
  rmSync(join(build, 'assets'), { recursive: true });
  const { body, headers } = await answered(200, get('/assets/app-1.js'));
  expect([body, headers['content-type']]).toEqual(['app', expect.stringContaining('javascript')]);
});

test.each<[string, (archive: string) => void, string?]>([
  ['cannot be made', (archive) => writeFileSync(archive, 'no folder'), 'EEXIST'],
  // Fails like a full disk.
  [
    'cannot take a copy',
    (archive) => mkdirSync(join(archive, 'app-1.js.unfinished'), { recursive: true }),
    'EISDIR',
  ],
  [
    'has lost the content of a file',
    (archive) => {
      mkdirSync(archive);
      writeFileSync(join(archive, 'app-1.js'), '');
    },
  ],
])('if the archive %s, assets are served from the build', async (_, spoil, logged) => {
  const { archive, start } = deployments();
  spoil(archive);
  const { get } = await start(buildWith({}));
  expect((await answered(200, get('/assets/app-1.js'))).body).toBe('app');
  if (logged !== undefined) expectLogged(logged);
});
