import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser } from '@playwright/test';

import { updateWords } from '#src/content/status.ts';

import { startApp } from '../kit/app.ts';
import { buildCopy } from '../kit/builds.ts';
import { startLine } from '../kit/line.ts';
import { openLive, untilReady } from '../kit/page.ts';
import { countedLine } from './counted-line.ts';
import type { Figure } from './figure.ts';

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

async function bytesOfUpdate(browser: Browser, { file, from, to }: Change): Promise<number> {
  await using build = await buildCopy({}, async (dir) => {
    const source = await readFile(join(dir, file), 'utf8');
    if (!source.includes(from)) throw new Error(`${file} does not say "${from}".`);
    await writeFile(join(dir, file), source.replace(from, to));
  });
  await using today = await startApp();
  const options = { distDir: join(build.dir, 'dist'), bundleDir: join(build.dir, 'dist-server') };
  await using next = await startApp({}, options);
  await using way = await startLine(today.url);
  const line = await countedLine(Number(new URL(way.url).port));
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await openLive(page, line.url);
    await untilReady(page);
    way.to(next.url);
    line.reset();
    // As when the visitor comes back to the tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const prompt = page.getByRole('status').filter({ hasText: updateWords.available });
    await prompt.waitFor({ timeout: 120_000 });
    console.log(`${file}: ${line.requests().join(', ')}`);
    return line.bytes();
  } finally {
    await context.close();
    line.cut();
  }
}
