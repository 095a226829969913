/**
 * `npm run bench`: the speed of the built site against its bounds; exit code 1 where one is missed. `npm run bench -- page-change`
 * runs that part only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from '@playwright/test';

import { build, isBuilt } from '../../server/prepare.mjs';
import { chromiumFlags, requireChromium } from '../kit/chromium.ts';
import { startServer } from '../kit/server.ts';
import { serveBareHome } from './bare-page.ts';
import { type Figure, isWithin, printFigures } from './figure.ts';
import { measureFirstView } from './first-view.ts';
import { measureOfflineReady } from './offline-ready.ts';
import { measurePageChange } from './page-change.ts';
import { measureRepeatVisit } from './repeat-visit.ts';
import { startSamples } from './samples.ts';
import { measureUpdate } from './update.ts';

const wanted = process.argv.slice(2);
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);

if (!isBuilt()) build();
const figures = await measurePages();
printFigures(figures);
const failedParts = ['service', 'rendering'].filter((part) => isWanted(part) && !runPart(`${part}.ts`));
process.exitCode = figures.every(isWithin) && failedParts.length === 0 ? 0 : 1;

async function measurePages(): Promise<Figure[]> {
  await using site = await startServer();
  await using bare = await serveBareHome();
  const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumFlags });
  try {
    const samples = await startSamples(browser);
    const addresses = { home: `${site.url}/`, bare: bare.url, scripted: bare.scriptedUrl };
    const parts = {
      'first-view': () => measureFirstView(samples, browser, addresses),
      'page-change': () => measurePageChange(samples, browser, { site: site.url, toggle: bare.toggleUrl }),
      'repeat-visit': () => measureRepeatVisit(samples, site),
      'offline-ready': () => measureOfflineReady(samples, browser, site),
      update: () => measureUpdate(browser),
    };
    const figures = [];
    for (const [part, measure] of Object.entries(parts))
      if (isWanted(part)) figures.push(...(await measure()));
    console.log(samples.report());
    return figures;
  } finally {
    await browser.close();
  }
}

/** The service's own measurements, each a program that ends badly where a bound is missed. */
function runPart(file: string): boolean {
  const path = join(import.meta.dirname, file);
  if (!existsSync(path)) return true;
  console.log();
  return spawnSync(process.execPath, [path], { stdio: 'inherit' }).status === 0;
}
