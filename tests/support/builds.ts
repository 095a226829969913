import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtSite } from '../../server/app.ts';

const text = /\.(?:html|js|css|webmanifest)$/;

/**
 * A copy of the build as if the next deploy had changed every file: each asset has another name, each page another
 * revision. `mark` is two letters.
 */
export async function nextBuild(mark: string): Promise<AsyncDisposable & { dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'hcs-build-'));
  await cp(builtSite, dir, { recursive: true });
  const files = await readdir(dir, { recursive: true });
  // Stale compressed siblings would be served in the changed files' place.
  for (const file of files.filter((name) => /\.(?:br|gz)$/.test(name))) await rm(join(dir, file));
  const assets = (await readdir(join(dir, 'assets'))).filter((name) => /\.(?:js|css)$/.test(name));
  const newNames = new Map(assets.map((name) => [name, name.replace(/..(\.\w+)$/, `${mark}$1`)]));
  for (const file of files.filter((name) => text.test(name))) {
    let content = await readFile(join(dir, file), 'utf8');
    for (const [old, name] of newNames) content = content.replaceAll(old, name);
    if (file === 'sw.js') content = content.replace(/("revision":"[^"]{14})../g, `$1${mark}`);
    await writeFile(join(dir, file), content);
  }
  for (const [old, name] of newNames) await rename(join(dir, 'assets', old), join(dir, 'assets', name));
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}
