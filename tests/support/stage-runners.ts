import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { firefox } from '../engines/firefox.ts';
import { webkit } from '../engines/webkit.ts';
import { aptInstall, canAptInstall } from './installed-programs.ts';

export type Count = { passed: number; failed: number };

const reports = 'node_modules/.cache/test-reports';

/** A program whose exit code is the whole answer. */
export async function runCheck(script: string, args: string[]): Promise<Count> {
  return (await runNode([script, ...args])) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The Vitest files under `tests/<folder>`; what is skipped is named, because its title says why. */
export async function runVitest(folder: string, ...options: string[]): Promise<Count> {
  const report = freshReport(folder);
  const exitCode = await runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=tests/vitest.config.ts',
    `tests/${folder}/`,
    ...options,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return countOf(report, exitCode, (value) => {
    const { numPassedTests, numFailedTests, testResults } = value as VitestReport;
    // A file that could not be loaded has failed without a single test in it.
    const broken = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    for (const { status, fullName } of testResults.flatMap((file) => file.assertionResults))
      if (status === 'skipped') console.log(`not run: ${fullName}`);
    return { passed: numPassedTests, failed: numFailedTests + broken.length };
  });
}

/** Journeys in Firefox and WebKit, one engine after the other: each keeps a core busy. */
export function runEngines(): Promise<Count> {
  for (const engine of [firefox, webkit])
    if (!engine.isInstalled() && canAptInstall) aptInstall(engine.packages);
  return runVitest('engines', '--no-file-parallelism');
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[];
};

export async function runPlaywright(): Promise<Count> {
  const report = freshReport('journeys');
  const exitCode = await runNode(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=tests/playwright.config.ts',
      '--reporter=dot,json',
    ],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  return countOf(report, exitCode, (value) => {
    const { stats, errors } = value as PlaywrightReport;
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
  });
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

export async function runLighthouse(): Promise<Count> {
  const report = freshReport('lighthouse');
  const exitCode = await runNode(['tests/lighthouse/lighthouse.ts', report]);
  return countOf(report, exitCode, (value) => value as Count);
}

function freshReport(name: string): string {
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  return report;
}

/** The figures of a report; a run that ended badly is never counted as one without a failure. */
function countOf(report: string, exitCode: number, read: (value: unknown) => Count): Count {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const count = read(JSON.parse(readFileSync(report, 'utf8')));
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function runNode(args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
