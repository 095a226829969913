/** Additional builds of the site, made once for all journeys (Playwright's `globalSetup`). */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/next-build');
const sources = 'src sw public server index.html package.json tsconfig.json vite.config.ts'.split(' ');

/** For `startApp(settings, builds.next)`. Built with a maps key, so its scripts and every page differ. */
export const builds = {
  next: { distDir: join(folder, 'dist'), bundleDir: join(folder, 'dist-server') },
};

/** Reuses the cached build as long as the site is built from the same files. */
export async function makeBuilds(): Promise<void> {
  const stamp = await readFile(join(root, 'dist-server/.built-from'), 'utf8');
  const stampFile = join(folder, '.built-from');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await using next = await buildCopy({ VITE_GOOGLE_MAPS_KEY: 'test-key' });
  for (const name of ['dist', 'dist-server'])
    await cp(join(next.dir, name), join(folder, name), { recursive: true });
  await writeFile(stampFile, stamp);
}

/** Builds the site with these settings, without compression, which takes half of a build's time. */
async function buildCopy(settings: Record<string, string>): Promise<AsyncDisposable & { dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'hcs-copy-'));
  for (const name of sources)
    await cp(join(root, name), join(dir, name), {
      recursive: true,
      filter: (path) => !path.includes('server/runtime'),
    });
  await writeFile(
    join(dir, 'server/build/precompress.ts'),
    'export const precompress = () => ({ name: "none" });',
  );
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel=error'], {
    cwd: dir,
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    stdio: 'pipe',
  });
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}
