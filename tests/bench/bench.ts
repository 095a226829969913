/** `npm run bench` measures the built site against its bounds; the exit code is 1 if one is missed. `npm run bench -- page-change` runs only that part. */
import { chromium } from '@playwright/test';

import { build } from '../../server/prepare.mjs';
import { chromiumFlags, requireChromium } from '../kit/chromium.ts';
import { startServer } from '../kit/server.ts';
import { type Figure, isWithin, printFigures } from './figure.ts';
import { measureFirstView, measureTraffic } from './first-view.ts';
import { measurePageChange } from './page-change.ts';

const wanted = process.argv.slice(2);

build();
const figures = await measure();
printFigures(figures);
process.exitCode = figures.every(isWithin) ? 0 : 1;

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
