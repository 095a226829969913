import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { generateReport, type Result } from 'lighthouse';
import { expect, test } from 'vitest';

import { mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';

import { startServer } from '../kit/server.ts';
import { auditPage } from './audit-page.ts';

const { application, career, home, mediaRoom, saved, whoWeAre } = pages;
const listed = Object.values(pages).filter((page) => page.kind === 'static' && page.sitemap);
const others = [mediaRoom, career, application, saved];
const everyPage: string[] = [
  ...[...listed, ...others].map(({ path }) => path),
  mediaListPath('press'),
  mediaDetailPath('kalingalinga-leak-valves'),
  vacancyPath('pcb-design-intern'),
];
const audited = process.env.TEST_TIER === 'full' ? everyPage : [home.path, whoWeAre.path, saved.path];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

test.for(audited)('%s has the scores of Lighthouse on a phone', { timeout: 600_000 }, async (path) => {
  await using server = await startServer();
  const audit = (onlyCategories: Category[]) =>
    // With screenshots the reports are ten times as large.
    auditPage(server.url + path, { onlyCategories, disableFullPageScreenshot: true });
  const first = await audit([...categories]);
  keepReport(path, first);
  const speeds = [scoreOf(first, 'performance')];
  // Scores vary between runs: 100 once or 99 twice in five runs passes.
  while (!isFastEnough(speeds) && speeds.length < 5)
    speeds.push(scoreOf(await audit(['performance']), 'performance'));
  const remarks = Object.values(first.audits)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, displayValue, title }) => `${id}: ${displayValue ?? title}`);
  console.log(path, { performance: speeds, machine: first.speed, slowdown: first.slowdown });
  const said = [first.runtimeError?.message, ...remarks].join('\n');
  for (const name of categories.slice(1)) {
    // An application is nobody's but the applicant's: no search engine may list its page.
    if (name === 'seo' && path === application.path) continue;
    expect.soft(scoreOf(first, name), `${name}\n${said}`).toBe(100);
  }
  expect.soft(isFastEnough(speeds), `performance ${speeds}\n${said}`).toBe(true);
  expect.soft(first.audits['cumulative-layout-shift']?.numericValue, 'CLS').toBe(0);
});

function keepReport(path: string, result: Result): void {
  const file = join(import.meta.dirname, `../../reports/lighthouse/${path.slice(1) || 'home'}.html`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, generateReport(result, 'html'));
}

function isFastEnough(speeds: number[]): boolean {
  return speeds.includes(100) || speeds.filter((speed) => speed >= 99).length > 1;
}

/** A page that could not be measured has the score 0. */
function scoreOf({ categories }: Result, name: Category): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}
