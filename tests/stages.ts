/** The stages of `npm test`, in order. A failing stage does not stop the next, unless that one needs it. */
import { join } from 'node:path';

import { build } from '../server/prepare.mjs';
import { findOrInstallChromium } from './support/chromium-install.ts';
import { watchProcessor } from './support/processor-time.ts';
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
  // One process for many files: loading the server costs more than most of them.
  { name: 'service', run: () => runVitest('service', '--no-isolate'), needs: ['site'] },
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
const processorSeconds = watchProcessor();
const { passed, failed, spent } = await runStages(withNeeds(asked));
if (processorSeconds) console.log(`\nprocessor: ${spent.toFixed(1)} s in all`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** The site is tested as it comes: settings of the shell would change what is built and served. */
function dropSettings(): void {
  for (const name of Object.keys(process.env)) {
    if (
      /^(?:VITE_|SITE_URL$|PORT$|HOST$|DATA_DIR$|DATABASE_URL$|CONNECT_UPSTREAM$|TRUST_PROXY$|RATE_LIMIT_|RETENTION_DAYS$|LOG_LEVEL$|SAMPLE_CONTENT$|RECEIPTS_PER_DAY$|SMTP_URL$|NOTIFY_)/.test(
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

async function runStages(chosen: Stage[]): Promise<Count & { spent: number }> {
  const total = { passed: 0, failed: 0, spent: 0 };
  const failedStages = new Set<string>();
  for (const stage of chosen) {
    console.log(`\n==> ${stage.name}`);
    const [started, before] = [performance.now(), processorSeconds?.()];
    const missing = stage.needs?.find((name) => failedStages.has(name));
    const count = missing === undefined ? await attempt(stage) : { passed: 0, failed: 1 };
    if (count.failed > 0) failedStages.add(stage.name);
    const spent = before ? processorSince(before) : 0;
    const clock = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    const cost = before ? `${clock}, processor ${spent.toFixed(1)} s` : clock;
    const note = missing === undefined ? cost : `not run, it needs ${missing}`;
    console.log(`<== ${stage.name}: ${count.passed} passed, ${count.failed} failed (${note})`);
    total.passed += count.passed;
    total.failed += count.failed;
    total.spent += spent;
  }
  return total;
}

/** Tests are judged by the processor: the clock also shows what else the machine does. */
function processorSince([sampledBefore, waitedBefore]: [number, number]): number {
  const [sampled, waited] = processorSeconds?.() ?? [0, 0];
  return Math.max(sampled - sampledBefore, waited - waitedBefore);
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
  build();
  return { passed: 1, failed: 0 };
}
