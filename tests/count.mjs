import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Counts Vitest's or Playwright's JSON report, or a program that has none. A failed run always counts at least
 * one failure; in the full tier a skip is a failure. `red`: each failed or flaky test, with its first attempt's error.
 * `seconds`: per file, slowest first.
 * @typedef {{ passed: number, failed: number, red: string[], seconds: [file: string, seconds: number][] }} Count
 * @type {(report: string, isGood: boolean, isFull: boolean) => Count}
 */
export function countOf(report, isGood, isFull) {
  const least = Number(!isGood);
  if (!existsSync(report)) return { passed: Number(isGood), failed: least, red: [], seconds: [] };
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
    const red = suites.flatMap((/** @type {Suite} */ suite) => redSpecs(suite));
    return { passed: stats.expected, failed: Math.max(failed, least), red, seconds };
  }
  /** @type {{ name: string, message: string, startTime: number, endTime: number, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} */
  const files = testResults;
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName);
  for (const name of skipped) console.log(`skipped: ${name}`);
  const refused = isFull ? skipped.length : 0;
  const seconds = slowestFirst(files.map(({ name, startTime, endTime }) => [name, endTime - startTime]));
  const red = files.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [redLine(name, '', message)] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => redLine(name, fullName, failureMessages[0])),
  ]);
  return { passed: numPassedTests, failed: Math.max(numFailedTests + refused, least), red, seconds };
}

/** @typedef {{ status: string, results: { duration: number, error?: { message?: string } }[] }} Attempts */
/** @typedef {{ file: string, suites?: Suite[], specs?: { title: string, tests: Attempts[] }[] }} Suite */

/** @type {(suite: Suite) => string[]} */
function redSpecs({ file, suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => redLine(file, `${title} (${status})`, results[0]?.error?.message)),
  );
  return [...own, ...suites.flatMap(redSpecs)];
}

/** @type {(file: string, title: string, message?: string) => string} */
function redLine(file, title, message = '') {
  return `${basename(file)}: ${title}\n    ${stripVTControlCharacters(message).slice(0, 600).replaceAll('\n', '\n    ')}`;
}

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
