/** `npm run bench`: the built site against its bounds; exit code 1 where one is missed. `npm run bench -- page-change` runs that part only. */
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
