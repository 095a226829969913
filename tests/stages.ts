/** The stages of `npm test`, in order. A failing stage does not stop the next, unless that one needs it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { build, isBuilt } from '../server/prepare.mjs';
import { findOrInstallChromium } from './support/chromium-install.ts';
import {
  type Count,
  runCheck,
  runEngines,
  runLighthouse,
  runPlaywright,
  runVitest,
} from './support/stage-runners.ts';

type Stage = { name: string; run: () => Promise<Count>; needs?: string[] };

const stages: Stage[] = [
  { name: 'browser', run: findOrInstallChromium },
  { name: 'types', run: () => runCheck('node_modules/typescript/bin/tsc', ['-b']) },
  {
    name: 'lint',
    run: () => runCheck('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
  },
  { name: 'unit', run: () => runVitest('unit') },
  { name: 'site', run: buildSite },
  { name: 'build', run: () => runVitest('build'), needs: ['site'] },
  { name: 'service', run: () => runVitest('service'), needs: ['site'] },
  { name: 'deploy', run: () => runVitest('deploy'), needs: ['site'] },
  { name: 'journeys', run: runPlaywright, needs: ['site', 'browser'] },
  { name: 'engines', run: runEngines, needs: ['site'] },
  { name: 'lighthouse', run: runLighthouse, needs: ['site', 'browser'] },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(`No stage ${unknown.join(', ')}; there are ${stages.map((stage) => stage.name).join(', ')}.`);
  process.exit(1);
}
dropSettings();
// Every stage starts many Node processes of the same modules.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node');
const { passed, failed } = await runStages(withNeeds(asked));
const wholeRun = processorSeconds();
if (wholeRun !== undefined) console.log(`\nprocessor: ${wholeRun.toFixed(1)} s in all`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** The site is tested as it comes: settings of the shell would change what is built and served. */
function dropSettings(): void {
  for (const name of Object.keys(process.env)) {
    if (
      /^(?:VITE_|SITE_URL$|PORT$|HOST$|DATA_DIR$|DATABASE_URL$|CONNECT_UPSTREAM$|TRUST_PROXY$|RATE_LIMIT_|RETENTION_DAYS$|LOG_LEVEL$)/.test(
        name,
      )
    )
      delete process.env[name];
  }
}

function withNeeds(names: string[]): Stage[] {
  if (names.length === 0) return stages;
  const wanted = new Set(
    names.flatMap((name) => [name, ...(stages.find((stage) => stage.name === name)?.needs ?? [])]),
  );
  return stages.filter((stage) => wanted.has(stage.name));
}

async function runStages(chosen: Stage[]): Promise<Count> {
  const total = { passed: 0, failed: 0 };
  const failedStages = new Set<string>();
  for (const stage of chosen) {
    console.log(`\n==> ${stage.name}`);
    const [started, spent] = [performance.now(), processorSeconds()];
    const missing = stage.needs?.find((name) => failedStages.has(name));
    const count = missing === undefined ? await attempt(stage) : { passed: 0, failed: 1 };
    if (count.failed > 0) failedStages.add(stage.name);
    const cost = costSince(started, spent);
    const note = missing === undefined ? cost : `not run, it needs ${missing}`;
    console.log(`<== ${stage.name}: ${count.passed} passed, ${count.failed} failed (${note})`);
    total.passed += count.passed;
    total.failed += count.failed;
  }
  return total;
}

/** What the judgement of a test rests on: the clock also shows what else the machine does. */
function costSince(started: number, spent: number | undefined): string {
  const clock = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const now = processorSeconds();
  if (spent === undefined || now === undefined) return clock;
  return `${clock}, processor ${(now - spent).toFixed(1)} s`;
}

/**
 * User and system time of this process and of every program that it waited for, as Linux counts them: `utime` to
 * `cstime` of proc_pid_stat(5), in hundredths. What a killed program leaves behind is in nobody's count.
 */
function processorSeconds(): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  // The second field, a name in brackets, may hold blanks.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

async function attempt(stage: Stage): Promise<Count> {
  try {
    return await stage.run();
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}

async function buildSite(): Promise<Count> {
  if (!isBuilt()) build();
  return { passed: 1, failed: 0 };
}
