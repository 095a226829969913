import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from '@playwright/test';

import { startSite } from '../support/site.ts';
import { lookForVersions, openSite, prompt } from '../support/versions.ts';
import { countedLine } from './counted-line.ts';
import type { Figure } from './figure.ts';

const root = join(import.meta.dirname, '../..');
const sources = [
  'src',
  'server',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
];

type Change = { file: string; from: string; to: string };

const sentence: Change = { file: 'src/content/home.ts', from: 'eleven weeks', to: 'twelve weeks' };
/** Of `parts`, which nearly every script imports. */
const shared: Change = {
  file: 'src/content/interface.ts',
  from: "'You are offline'",
  to: "'You are without a connection'",
};

/** What a new version costs over the wire until it is offered to a visitor who has the one before. */
export async function measureUpdate(browser: Browser): Promise<Figure[]> {
  const cost = async (change: Change) => ({
    value: (await bytesOfUpdate(browser, change)) / 1024,
    unit: 'KB',
  });
  return [
    { name: 'update after one changed sentence', ...(await cost(sentence)), bound: 8 },
    { name: 'update after a change in a shared chunk', ...(await cost(shared)), bound: 60 },
  ];
}

async function bytesOfUpdate(browser: Browser, change: Change): Promise<number> {
  await using build = await buildWith(change);
  await using site = await startSite();
  const line = await countedLine(Number(new URL(site.url).port));
  const context = await browser.newContext();
  try {
    const page = await openSite(await context.newPage(), line.url);
    await page.waitForLoadState('networkidle');
    await site.stop();
    await site.start({ BUILD_DIR: build.dir });
    line.reset();
    await lookForVersions(page);
    await prompt(page).waitFor({ timeout: 120_000 });
    console.log(`${change.file}: ${line.requests().join(', ')}`);
    return line.bytes();
  } finally {
    await context.close();
    line.cut();
  }
}

/** The site as it would be built with one file changed. */
async function buildWith({ file, from, to }: Change): Promise<AsyncDisposable & { dir: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'hcs-changed-'));
  for (const name of sources) await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const source = await readFile(join(folder, file), 'utf8');
  if (!source.includes(from)) throw new Error(`${file} does not say "${from}".`);
  await writeFile(join(folder, file), source.replace(from, to));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The changed site could not be built:\n${stderr}`);
  return {
    dir: join(folder, 'dist'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
