/**
 * Lighthouse's mobile audit of every static route, median of three; `node lighthouse.ts REPORT [PATH...]`. Where two
 * runs reach the bounds so does the median of three, whatever the third says: it is made only when it decides.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { auditPage } from '../support/audit-page.ts';
import { staticRoutes } from '../support/routes.ts';
import { startSite } from '../support/site.ts';

const runs = 3;
const leastScores = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };
const categories = Object.keys(leastScores) as (keyof typeof leastScores)[];

type Audit = { scores: Record<keyof typeof leastScores, number>; cls: number; remarks: string[] };

const [reportFile, ...askedPaths] = process.argv.slice(2);
const paths = askedPaths.length > 0 ? askedPaths : staticRoutes.map(({ path }) => path);

await using site = await startSite();
const count = { passed: 0, failed: 0 };
console.log(row('', ...categories, 'CLS'));
for (const path of paths) {
  const audits = await auditUntilDecided(site.url + path);
  const scores = categories.map((name) => median(audits.map((audit) => audit.scores[name])));
  const cls = Math.max(...audits.map((audit) => audit.cls));
  const missed = categories.filter((name, index) => (scores[index] ?? 0) < leastScores[name]);
  const failures = missed.length + (cls > 0 ? 1 : 0);
  console.log(row(path, ...scores.map(String), cls.toFixed(3)) + (failures > 0 ? '  FAILED' : ''));
  if (failures > 0) console.log([...new Set(audits.flatMap((audit) => audit.remarks))].join('\n'));
  count.passed += categories.length + 1 - failures;
  count.failed += failures;
}
if (reportFile !== undefined) {
  mkdirSync(dirname(reportFile), { recursive: true });
  writeFileSync(reportFile, JSON.stringify(count));
}
process.exitCode = count.failed > 0 ? 1 : 0;

async function auditUntilDecided(url: string): Promise<Audit[]> {
  const audits: Audit[] = [];
  while (audits.length < runs && audits.filter(reachesBounds).length < runs / 2)
    audits.push(await auditOnce(url));
  return audits;
}

function reachesBounds({ scores, cls }: Audit): boolean {
  return cls === 0 && categories.every((name) => scores[name] >= leastScores[name]);
}

async function auditOnce(url: string): Promise<Audit> {
  const lhr = await auditPage(url, {
    onlyCategories: categories,
    // For reports that somebody looks at.
    disableFullPageScreenshot: true,
  });
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    cls: lhr.audits['cumulative-layout-shift']?.numericValue ?? 1,
    remarks: [
      // A page that could not be measured has no scores: it fails, and the other routes are still audited.
      ...(lhr.runtimeError ? [`    ${lhr.runtimeError.message}`] : []),
      ...Object.values(lhr.audits)
        .filter((audit) => audit.score !== null && audit.score < 0.9)
        .map((audit) => `    ${audit.id}: ${audit.displayValue ?? audit.title}`),
    ],
  };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

function row(path: string, ...cells: string[]): string {
  return path.padEnd(28) + cells.map((cell) => cell.padStart(16)).join('');
}
