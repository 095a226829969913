import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtSite } from '#server/app.ts';
import { writeSiteBundle } from '#server/build/site-bundle.ts';
import { type BundlePart, isBundle, type SiteFile } from '#src/contract/site-bundle.ts';

export type OtherBuild = AsyncDisposable & { dir: string };

const text = /\.(?:html|js|css|webmanifest|txt)$/;

/**
 * A copy of the build as if the next deploy had changed every script, and with it every page: each has another name or
 * revision. `mark` is two letters.
 */
export async function nextBuild(mark: string): Promise<OtherBuild> {
  return otherBuild(async (dir) => {
    const files = await readdir(dir, { recursive: true });
    const assets = (await readdir(join(dir, 'assets'))).filter((name) => /\.(?:js|css)$/.test(name));
    const newNames = new Map(assets.map((name) => [name, name.replace(/..(\.\w+)$/, `${mark}$1`)]));
    for (const file of files.filter((name) => text.test(name))) {
      let content = await readFile(join(dir, file), 'utf8');
      for (const [old, name] of newNames) content = content.replaceAll(old, name);
      await writeFile(join(dir, file), content);
    }
    for (const [old, name] of newNames) await rename(join(dir, 'assets', old), join(dir, 'assets', name));
  });
}

/** A copy of the build as if the next deploy had changed one sentence of one page; outside what the app draws. */
export async function buildWithSentence(file: string, sentence: string): Promise<OtherBuild> {
  return otherBuild(async (dir) => {
    const html = await readFile(join(dir, file), 'utf8');
    await writeFile(
      join(dir, file),
      html.replace('</body>', () => `<p>${sentence}</p></body>`),
    );
  });
}

/** From now on this build's worker finds that its visitor saves data: no protocol tells a worker so. */
export async function saveDataInWorker({ dir }: OtherBuild): Promise<void> {
  const folder = join(dir, 'assets');
  for (const name of (await readdir(folder)).filter((file) => /^sw-.*\.js$/.test(file))) {
    const code = await readFile(join(folder, name), 'utf8');
    const saving = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } });`;
    await writeFile(join(folder, name), saving + code);
  }
}

async function otherBuild(change: (dir: string) => Promise<void>): Promise<OtherBuild> {
  const dir = await mkdtemp(join(tmpdir(), 'hcs-build-'));
  await cp(builtSite, dir, { recursive: true });
  const files = await readdir(dir, { recursive: true });
  // Stale compressed siblings would be served in the changed files' place.
  for (const file of files.filter((name) => /\.(?:br|gz)$/.test(name))) await rm(join(dir, file));
  await change(dir);
  await listAnew(dir);
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}

/** The worker's list and its bundle, as the build writes them. */
async function listAnew(dir: string): Promise<void> {
  const worker = await readFile(join(dir, 'sw.js'), 'utf8');
  const list = JSON.parse(
    worker.slice(worker.indexOf('=') + 1, worker.indexOf(';importScripts')),
  ) as SiteFile[];
  const bundle = list.find(isBundle)?.url ?? '';
  const parts = JSON.parse(await readFile(join(dir, bundle), 'utf8')) as BundlePart[];
  await rm(join(dir, bundle));
  const files = list.filter((file) => !isBundle(file));
  const bundled = new Set(parts.map(({ url }) => url));
  const core = new Set(files.filter((file) => file.core).map(({ url }) => url));
  const has = (part: 'first' | 'core', file: string) =>
    part === 'core' ? core.has(file) : !bundled.has(file);
  const written = await writeSiteBundle(files, { dir, has });
  const after = worker.slice(worker.indexOf(';importScripts'));
  await writeFile(join(dir, 'sw.js'), `self["__WB_MANIFEST"]=${JSON.stringify(written)}${after}`);
}
