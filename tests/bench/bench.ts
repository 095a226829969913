/** `npm run bench`: the built site against its bounds; exit code 1 where one is missed. `npm run bench -- page-change` runs that part only. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { chromium } from '@playwright/test';

import { build } from '../../server/prepare.mjs';
import { chromiumFlags, requireChromium } from '../kit/chromium.ts';
import { startServer } from '../kit/server.ts';
import { type Figure, isWithin, printFigures } from './figure.ts';
import { measureFirstView, measureTraffic } from './first-view.ts';
import { measurePageChange } from './page-change.ts';

const wanted = process.argv.slice(2);
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);

build();
const figures = await measurePages();
printFigures(figures);
const isServiceWithin = !isWanted('service') || measureService();
process.exitCode = figures.every(isWithin) && isServiceWithin ? 0 : 1;

async function measurePages(): Promise<Figure[]> {
  await using site = await startServer();
  await using browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumFlags });
  const parts = {
    'first-view': measureFirstView,
    'page-change': measurePageChange,
    traffic: measureTraffic,
  };
  const figures = [];
  for (const [part, measure] of Object.entries(parts))
    if (isWanted(part)) figures.push(...(await measure(browser, site.url)));
  return figures;
}

/** Runs as a program of its own, which fails if a bound is exceeded. */
function measureService(): boolean {
  console.log();
  const service = join(import.meta.dirname, 'service.ts');
  return spawnSync(process.execPath, [service], { stdio: 'inherit' }).status === 0;
}
