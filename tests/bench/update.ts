import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from '@playwright/test';

import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';

import type { CountedLine } from './counted-line.ts';
import { type Figure, unbounded } from './figure.ts';
import { phone, visitHome } from './visit.ts';

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
const changed = { file: 'src/content/home.ts', from: 'eleven weeks', to: 'twelve weeks' };

/** Measures what a new version with one changed sentence costs a visitor of the previous one until it is offered. */
export async function measureUpdate(browser: Browser, line: CountedLine): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hcs-changed-'));
  const settings = { PORT: '0', DATA_DIR: join(folder, 'data'), SAMPLE_CONTENT: '1' };
  await buildChanged(folder);
  const next = await buildApp(readConfig(settings), { distDir: join(folder, 'dist') });
  await using context = await phone(browser);
  try {
    const page = await visitHome(context, line.url, true);
    line.leadTo(await next.listen({ host: '127.0.0.1', port: 0 }));
    line.reset();
    // As when the visitor comes back to the tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('button', { name: 'Update', exact: true }).waitFor({ timeout: 120_000 });
    return [
      { name: 'update after one changed sentence', value: line.bytes() / 1000, bound: unbounded, unit: 'KB' },
    ];
  } finally {
    await context.close();
    await next.close();
    await rm(folder, { recursive: true });
  }
}

async function buildChanged(folder: string): Promise<void> {
  for (const name of sources) await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, changed.file);
  const source = await readFile(file, 'utf8');
  if (!source.includes(changed.from)) throw new Error(`${changed.file} does not say "${changed.from}".`);
  await writeFile(file, source.replace(changed.from, changed.to));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [vite, 'build', '--logLevel=error'], { cwd: folder, env, stdio: 'inherit' });
}
