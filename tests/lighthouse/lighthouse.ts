/**
 * Lighthouse's mobile audit of every static route and of what is on the device; `node lighthouse.ts REPORT [PATH...]`. The
 * first audit of a page judges everything. A speed of 100 has room for the machine's moods; anything less is the median
 * of five runs, of which the last are left out once they can change nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { type Audit, auditPage } from '../support/audit-page.ts';
import { deviceRoutes, staticRoutes } from '../support/routes.ts';
import { startSite } from '../support/site.ts';

const mostRuns = 5;
const leastScores = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof leastScores;
const categories = Object.keys(leastScores) as Category[];

const [reportFile, ...askedPaths] = process.argv.slice(2);
const paths = askedPaths.length > 0 ? askedPaths : [...staticRoutes, ...deviceRoutes].map(({ path }) => path);

await using site = await startSite();
const count = { passed: 0, failed: 0 };
console.log(row('', ...categories, 'CLS', 'speed and slowdown of each run'));
for (const path of paths) {
  const audits = await auditUntilDecided(site.url + path);
  const scores = categories.map((name) => median(audits.flatMap((audit) => scoreOf(audit, name) ?? [])));
  const cls = Math.max(...audits.map(shiftOf));
  const failures =
    categories.filter((name, index) => (scores[index] ?? 0) < leastScores[name]).length + (cls > 0 ? 1 : 0);
  const runs = audits.map(({ speed, slowdown }) => `${speed.toFixed(0)} x${slowdown.toFixed(1)}`);
  console.log(row(path, ...scores.map(String), cls.toFixed(3), `  ${runs.join(', ')}`));
  if (failures > 0) console.log(['    FAILED', ...new Set(audits.flatMap(remarks))].join('\n'));
  count.passed += categories.length + 1 - failures;
  count.failed += failures;
}
if (reportFile !== undefined) {
  mkdirSync(dirname(reportFile), { recursive: true });
  writeFileSync(reportFile, JSON.stringify(count));
}
process.exitCode = count.failed > 0 ? 1 : 0;

async function auditUntilDecided(url: string): Promise<Audit[]> {
  // The screenshot is for reports that somebody looks at.
  const audit = (onlyCategories: Category[]) =>
    auditPage(url, { onlyCategories, disableFullPageScreenshot: true });
  const audits = [await audit(categories)];
  if (isFast(audits, 100) === 1) return audits;
  const majority = Math.ceil(mostRuns / 2);
  while (isFast(audits) < majority && audits.length - isFast(audits) < majority)
    audits.push(await audit(['performance']));
  return audits;
}

/** How many of the runs are. */
function isFast(audits: Audit[], least = leastScores.performance): number {
  return audits.filter((audit) => (scoreOf(audit, 'performance') ?? 0) >= least).length;
}

/** `undefined` where it was not asked for. A page that could not be measured has no scores, and fails. */
function scoreOf({ categories: judged }: Audit, name: Category): number | undefined {
  const category = judged[name];
  return category && Math.round((category.score ?? 0) * 100);
}

function shiftOf({ audits }: Audit): number {
  return audits['cumulative-layout-shift']?.numericValue ?? 1;
}

function remarks({ runtimeError, audits }: Audit): string[] {
  return [
    ...(runtimeError ? [`    ${runtimeError.message}`] : []),
    ...Object.values(audits)
      .filter((audit) => audit.score !== null && audit.score < 0.9)
      .map((audit) => `    ${audit.id}: ${audit.displayValue ?? audit.title}`),
  ];
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

function row(path: string, ...cells: string[]): string {
  return path.padEnd(28) + cells.map((cell) => cell.padStart(16)).join('');
}
