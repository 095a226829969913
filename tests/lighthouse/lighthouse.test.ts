import type { Result } from 'lighthouse';
import { expect, test } from 'vitest';

import { pages } from '#src/paths.ts';

import { startServer } from '../kit/server.ts';
import { auditPage } from './audit-page.ts';

const everyPage = Object.values(pages).filter((page) => page.kind === 'static' && page.sitemap);
const audited =
  process.env.TEST_TIER === 'full' ? [...everyPage, pages.saved] : [pages.home, pages.whoWeAre, pages.saved];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

test.for(audited)('$path has the scores of Lighthouse on a phone', { timeout: 600_000 }, async ({ path }) => {
  await using server = await startServer();
  const audit = (onlyCategories: Category[]) =>
    // The screenshot is for reports that somebody looks at.
    auditPage(server.url + path, { onlyCategories, disableFullPageScreenshot: true });
  const first = await audit([...categories]);
  const speeds = [scoreOf(first, 'performance')];
  // Scores vary between runs: 100 once or 99 twice in five runs passes.
  while (!isFastEnough(speeds) && speeds.length < 5)
    speeds.push(scoreOf(await audit(['performance']), 'performance'));
  const remarks = Object.values(first.audits)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, displayValue, title }) => `${id}: ${displayValue ?? title}`);
  console.log(path, { performance: speeds, machine: first.speed, slowdown: first.slowdown });
  const said = [first.runtimeError?.message, ...remarks].join('\n');
  for (const name of categories.slice(1)) expect.soft(scoreOf(first, name), `${name}\n${said}`).toBe(100);
  expect.soft(isFastEnough(speeds), `performance ${speeds}\n${said}`).toBe(true);
  expect.soft(first.audits['cumulative-layout-shift']?.numericValue, 'CLS').toBe(0);
});

function isFastEnough(speeds: number[]): boolean {
  return speeds.includes(100) || speeds.filter((speed) => speed >= 99).length > 1;
}

/** A page that could not be measured has the score 0. */
function scoreOf({ categories }: Result, name: Category): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}
