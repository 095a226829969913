import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Counts Vitest's or Playwright's JSON report, or a program that has none. A failed run always counts at least
 * one failure; in the full tier a skip is a failure. `seconds`: per file, slowest first.
 * @typedef {{ passed: number, failed: number, seconds: [file: string, seconds: number][] }} Count
 * @type {(report: string, isGood: boolean, isFull: boolean) => Count}
 */
export function countOf(report, isGood, isFull) {
  const least = Number(!isGood);
  if (!existsSync(report)) return { passed: Number(isGood), failed: least, seconds: [] };
  const {
    stats,
    suites = [],
    testResults = [],
    numPassedTests,
    numFailedTests,
  } = JSON.parse(readFileSync(report, 'utf8'));
  if (stats) {
    const failed = stats.unexpected + stats.flaky + (isFull ? stats.skipped : 0);
    const seconds = slowestFirst(suites.map((/** @type {Suite} */ suite) => [suite.file, durationOf(suite)]));
    return { passed: stats.expected, failed: Math.max(failed, least), seconds };
  }
  /** @type {{ name: string, startTime: number, endTime: number, assertionResults: { status: string, fullName: string }[] }[]} */
  const files = testResults;
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName);
  for (const name of skipped) console.log(`skipped: ${name}`);
  const refused = isFull ? skipped.length : 0;
  const seconds = slowestFirst(files.map(({ name, startTime, endTime }) => [name, endTime - startTime]));
  return { passed: numPassedTests, failed: Math.max(numFailedTests + refused, least), seconds };
}

/** @typedef {{ file: string, suites?: Suite[], specs?: { tests: { results: { duration: number }[] }[] }[] }} Suite */

/** @type {(suite: Suite) => number} In ms, including retries. */
function durationOf({ suites = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + durationOf(suite), own);
}

/** @type {(files: [file: string, ms: number][]) => [file: string, seconds: number][]} */
function slowestFirst(files) {
  const named = files.map(
    ([file, ms]) => /** @type {[string, number]} */ ([basename(file), Math.round(ms / 1000)]),
  );
  return named.sort((one, other) => other[1] - one[1]);
}
