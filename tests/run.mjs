/** Called by `npm test`. Plain JavaScript, because the machine's own Node may not read TypeScript. */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';

import { build, install, isInstalled, nodeBinary, root } from '../server/prepare.mjs';
import { countOf } from './count.mjs';

process.chdir(root);
const asked = process.argv.slice(2);
const [isFull, isChanged] = [asked[0] === 'full', asked[0] === 'changed'];
const report = `${root}/node_modules/.cache/test-report.json`;
const reports = `${root}/reports`;
/** Settings from the shell would change what is built and served. */
const settings =
  /^(VITE|SITE_|PORT$|HOST$|DATA|CONNECT|TRUST|RATE|RETENT|LOG_|SAMPLE|RECEIPT|NEWSL|SMTP|MAIL_|SUBMISS|NOTIFY)/;
for (const name of Object.keys(process.env)) if (settings.test(name)) delete process.env[name];
if (isFull) process.env.TEST_TIER = 'full';
process.env.TEST_REPORT = report;
// Many Node processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= `${root}/node_modules/.cache/node`;
/** For this run only. */
const temporary = mkdtempSync(`${tmpdir()}/hcs-`);
// PostgreSQL runs as another user.
chmodSync(temporary, 0o1777);
process.env.TMPDIR = temporary;
process.env.PWTEST_CACHE_DIR ??= `${root}/node_modules/.cache/playwright`;

/** @type {Record<string, string[]>} Scripts with their arguments. */
const parts = {
  browser: ['tests/install.ts'],
  check: ['--run', 'check'],
  unit: vitest('unit'),
  service: vitest('service'),
  full: vitest('full'),
  journeys: ['node_modules/@playwright/test/cli.js', 'test', '--config=tests/playwright.config.ts'],
  lighthouse: vitest('lighthouse'),
  explore: [...vitest('unit'), 'tests/unit/outbox/outbox-property.test.ts'],
};
const leftOut = ['explore', ...(isFull ? [] : ['full']), ...(isChanged ? ['lighthouse'] : [])];
if (isChanged && !/^...(src|sw|server)/m.test(changedFiles())) leftOut.push('journeys');
const all = Object.keys(parts).filter((name) => !leftOut.includes(name));
const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const slowest = [];
/** @type {string[]} */
const reds = [];
const before = traces();
rmSync(reports, { recursive: true, force: true });
try {
  if (!isInstalled(true)) await install(true);
  build();
  if (asked[0] === 'explore') explore(Number(asked[1]));
  else for (const name of asked.length === 0 || isFull || isChanged ? all : asked) runPart(name);
  const left = traces().filter((trace) => isFull && !before.includes(trace));
  if (left.length > 0) throw new Error(`Left behind: ${left.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 20 });
}
if (isFull) console.log(`\nSeconds per file\n${slowest.join('\n')}`);
if (existsSync(reports)) console.log(`\nReports from Lighthouse and failed journeys: ${reports}`);
if (reds.length > 0) console.log(`\nFailed\n${reds.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** @type {(name: string) => void} */
function runPart(name) {
  const part = parts[name];
  if (part === undefined) throw new Error(`No part "${name}"; choose from ${Object.keys(parts).join(', ')}.`);
  console.log(`\n==> ${name}`);
  rmSync(report, { force: true });
  const [clock, processor] = [performance.now(), processorMs()];
  const { status } = spawnSync(nodeBinary, part, { stdio: ['ignore', 'inherit', 'inherit'] });
  const { passed, failed, red, seconds } = countOf(report, status === 0, isFull);
  const cost = [performance.now() - clock, processorMs() - processor].map((ms) => Math.round(ms / 1000));
  console.log(`<== ${name}: ${passed} passed, ${failed} failed (${cost[0]} s, processor ${cost[1]} s)`);
  total.passed += passed;
  total.failed += failed;
  reds.push(...red);
  slowest.push(`${name}: ${seconds.map(([file, count]) => `${file} ${count} s`).join(', ')}`);
}

/** @type {(minutes: number) => void} */
function explore(minutes) {
  if (!(minutes > 0)) throw new Error('Give the number of minutes: npm test -- explore 10');
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; ) {
    process.env.OUTBOX_SEED = String(randomInt(2 ** 31));
    console.log(`\nTo replay these orders: OUTBOX_SEED=${process.env.OUTBOX_SEED} npm test -- unit`);
    runPart('explore');
  }
}

/** @type {(project: string) => string[]} */
function vitest(project) {
  const changed = isChanged ? ['--changed', '--passWithNoTests'] : [];
  const args = ['run', '--config=tests/vitest.config.ts', `--project=${project}`, ...changed];
  return ['node_modules/vitest/vitest.mjs', ...args];
}

/** Measures the whole machine, because many of a browser's processes are never waited for. */
function processorMs() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** Our temporary folders, and untracked or changed files in the checkout. */
function traces() {
  return [...readdirSync(temporary).filter((name) => name.startsWith('hcs-')), ...changedFiles().split('\n')];
}

function changedFiles() {
  return spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout ?? '';
}
