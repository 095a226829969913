import { existsSync, readFileSync } from 'node:fs';

/**
 * Of Vitest's or Playwright's JSON report, or of a program without one. A run that failed is never counted
 * as one without failures; in the full tier a skip is one.
 * @type {(report: string, isGood: boolean, isFull: boolean) => { passed: number, failed: number }}
 */
export function countOf(report, isGood, isFull) {
  const least = Number(!isGood);
  if (!existsSync(report)) return { passed: Number(isGood), failed: least };
  const {
    stats,
    testResults = [],
    numPassedTests,
    numFailedTests,
  } = JSON.parse(readFileSync(report, 'utf8'));
  if (stats) {
    const failed = stats.unexpected + stats.flaky + (isFull ? stats.skipped : 0);
    return { passed: stats.expected, failed: Math.max(failed, least) };
  }
  /** @type {{ status: string, fullName: string }[]} */
  const tests = testResults.flatMap(
    (/** @type {{ assertionResults: object[] }} */ file) => file.assertionResults,
  );
  const skipped = tests.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName);
  for (const name of skipped) console.log(`skipped: ${name}`);
  const refused = isFull ? skipped.length : 0;
  return { passed: numPassedTests, failed: Math.max(numFailedTests + refused, least) };
}
