/** `npm run bench` measures the built site against its bounds; the exit code is 1 if one is missed. `npm run bench -- page-change` runs only that part, and `-- store` what `store.ts` measures. */
import { chromium } from '@playwright/test';

import { build } from '../../server/prepare.mjs';
import { chromiumFlags, requireChromium } from '../kit/chromium.ts';
import { startServer } from '../kit/server.ts';
import { type Figure, isWithin, printFigures } from './figure.ts';
import { measureFirstView, measureTraffic } from './first-view.ts';
import { measurePageChange } from './page-change.ts';
import { measureStore } from './store.ts';

const wanted = process.argv.slice(2);

build();
process.exitCode = (await (wanted[0] === 'store' ? measureStore(sizes(wanted[1])) : measureAll())) ? 0 : 1;

function sizes(rows: string | undefined): number[] {
  return rows === undefined ? [2_000, 20_000] : [Number(rows)];
}

async function measureAll(): Promise<boolean> {
  const figures = await measure();
  printFigures(figures);
  return figures.every(isWithin);
}

async function measure(): Promise<Figure[]> {
  await using site = await startServer();
  await using browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumFlags });
  const parts = {
    'first-view': measureFirstView,
    'page-change': measurePageChange,
    traffic: measureTraffic,
  };
  const figures = [];
  for (const [part, measure] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(part)) figures.push(...(await measure(browser, site.url)));
  return figures;
}
