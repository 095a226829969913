/** Called by `npm test`. Plain JavaScript, because the machine's own Node may not read TypeScript. */
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';

import { install, isInstalled, nodeBinary, root } from '../server/prepare.mjs';
import { countOf } from './count.mjs';

process.chdir(root);
const asked = process.argv.slice(2);
const [isFull, isChanged] = [asked[0] === 'full', asked[0] === 'changed'];
const reports = `${root}/reports`;
/** Some 40 are wanted: one for each thing that somebody does. */
const mostJourneys = 50;
/** Settings from the shell would change what is built and served. */
const settings =
  /^(VITE|SITE_|PORT$|HOST$|DATA|CONNECT|TRUST|RATE|RETENT|LOG_|SAMPLE|RECEIPT|NEWSL|SMTP|MAIL_|SUBMISS|NOTIFY)/;
for (const name of Object.keys(process.env)) if (settings.test(name)) delete process.env[name];
process.env.TEST_TIER = isFull ? 'full' : 'quick';
// Many Node processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= `${root}/node_modules/.cache/node`;
/** For this run only. */
const temporary = mkdtempSync(`${tmpdir()}/hcs-`);
// PostgreSQL runs as another user.
chmodSync(temporary, 0o1777);
process.env.TMPDIR = temporary;
process.env.PWTEST_CACHE_DIR ??= `${root}/node_modules/.cache/playwright`;

const journeys = ['node_modules/@playwright/test/cli.js', 'test', '--config=tests/playwright.config.ts'];
/** @type {Record<string, string[]>} Scripts with their arguments. */
const parts = {
  browser: ['tests/install.ts'],
  build: ['server/prepare.mjs', 'build'],
  check: ['--run', 'check'],
  unit: vitest('unit'),
  service: vitest('service'),
  full: vitest('full'),
  journeys: isFull ? journeys : [...journeys, '--project=original', '--grep-invert=@full'],
  lighthouse: vitest('lighthouse'),
  explore: [...vitest('unit'), 'tests/unit/outbox/outbox-property.test.ts'],
};
/** They run before the others, `check` beside the other two. */
const first = ['check', 'browser', 'build'];
const leftOut = ['explore', ...(isFull ? [] : ['full']), ...(isChanged ? ['lighthouse'] : [])];
if (isChanged && !/^...(src|sw|server)/m.test(changedFiles())) leftOut.push('journeys');
const all = Object.keys(parts).filter((name) => !leftOut.includes(name));
const total = { passed: 0, failed: 0 };
/** @type {Record<string, number>} Processor seconds by part. */
const costs = {};
/** @type {[file: string, seconds: number][]} */
const files = [];
/** @type {string[]} */
const reds = [];
const before = traces();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);
try {
  if (!isInstalled(true)) await install(true);
  const names = asked.length === 0 || isFull || isChanged ? all : asked;
  // While a browser is installed and the site is built.
  const checking = names.includes('check') ? runPart('check') : undefined;
  if (names.includes('browser')) await runPart('browser');
  const isBuilt = await runPart('build');
  await checking;
  if (!isBuilt) console.error('Nothing else was run, because the build failed.');
  else if (asked[0] === 'explore') await explore(Number(asked[1]));
  else for (const name of names.filter((one) => !first.includes(one))) await runPart(name);
  const left = traces().filter((trace) => isFull && !before.includes(trace));
  if (left.length > 0) throw new Error(`Left behind: ${left.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 20 });
}
console.log(`\nReports: ${reports}`);
const dearest = files.sort(([, one], [, other]) => other - one).slice(0, 10);
console.log(
  `\nThe ten dearest files\n${dearest.map(([file, seconds]) => `${file} ${seconds} s`).join('\n')}`,
);
if (reds.length > 0) console.log(`\nFailed\n${reds.join('\n')}`);
const sum = Object.values(costs).reduce((one, other) => one + other, 0);
const each = Object.entries(costs).map(([name, seconds]) => `${name} ${Math.round(seconds)}`);
console.log(`\nProcessor: ${Math.round(sum)} s (${each.join(', ')})`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** @type {(name: string) => Promise<boolean>} */
async function runPart(name) {
  const part = parts[name];
  if (part === undefined) throw new Error(`No part "${name}"; choose from ${Object.keys(parts).join(', ')}.`);
  // The output of `check` is printed whole, because other parts print at the same time.
  const isWhole = name === 'check';
  if (!isWhole) console.log(`\n==> ${name}`);
  const report = `${reports}/${name}.json`;
  rmSync(report, { force: true });
  const [clock, machine] = [performance.now(), processorMs()];
  const child = spawn(
    'sh',
    ['-c', '"$@" 2>&1 3>&-; code=$?; times >&3; exit $code', 'sh', nodeBinary, ...part],
    {
      env: { ...process.env, TEST_REPORT: report },
      stdio: ['ignore', isWhole ? 'pipe' : 'inherit', 'inherit', 'pipe'],
    },
  );
  const [output, times, [code]] = await Promise.all([
    isWhole ? text(/** @type {import('node:stream').Readable} */ (child.stdout)) : '',
    text(/** @type {import('node:stream').Readable} */ (child.stdio[3])),
    once(child, 'close'),
  ]);
  if (isWhole) console.log(`\n==> ${name}\n${output}`);
  const { passed, failed, red, seconds } = countOf(report, code === 0, isFull);
  const processor = first.includes(name) ? secondsIn(times) : (processorMs() - machine) / 1000;
  const took = Math.round((performance.now() - clock) / 1000);
  console.log(
    `<== ${name}: ${passed} passed, ${failed} failed (${took} s, processor ${Math.round(processor)} s)`,
  );
  if (!existsSync(report))
    writeFileSync(report, JSON.stringify({ passed, failed, seconds: took, processor }));
  if (failed > 0 && red.length === 0) red.push(`${name}: see its output above`);
  if (name === 'journeys' && !isFull && passed + failed > mostJourneys) {
    red.push(
      `${passed + failed} journeys were walked, and at most ${mostJourneys} may be: prove the fact at a cheaper level, or end the title of a journey with "@full".`,
    );
    total.failed += 1;
  }
  total.passed += passed;
  total.failed += failed;
  reds.push(...red);
  files.push(
    ...seconds.map(([file, count]) => /** @type {[string, number]} */ ([`${name}: ${file}`, count])),
  );
  costs[name] = (costs[name] ?? 0) + processor;
  return code === 0;
}

/** @type {(minutes: number) => Promise<void>} */
async function explore(minutes) {
  if (!(minutes > 0)) throw new Error('Give the number of minutes: npm test -- explore 10');
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; ) {
    process.env.OUTBOX_SEED = String(randomInt(2 ** 31));
    console.log(`\nTo replay these orders: OUTBOX_SEED=${process.env.OUTBOX_SEED} npm test -- unit`);
    await runPart('explore');
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

/** @type {(times: string) => number} What the shell prints: its own times and those of all that it has waited for. */
function secondsIn(times) {
  const all = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  return all.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** Our temporary folders, and untracked or changed files in the checkout. */
function traces() {
  return [...readdirSync(temporary).filter((name) => name.startsWith('hcs-')), ...changedFiles().split('\n')];
}

function changedFiles() {
  return spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout ?? '';
}
