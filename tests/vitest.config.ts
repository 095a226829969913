import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

/** Set by run.mjs. */
const report = process.env.TEST_REPORT;
/** As in a deployment. */
const env = { NODE_ENV: 'production' };

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  oxc: { jsx: { development: false } },
  define: {
    'import.meta.env.SITE_URL': JSON.stringify('http://localhost:4173'),
    'import.meta.env.BUILD_DAY': Date.UTC(2026, 0, 1),
  },
  test: {
    reporters: report === undefined ? ['default'] : ['dot', ['json', { outputFile: report }]],
    globalSetup: 'tests/kit/temporary.ts',
    // Only for what hangs: machines may be throttled to a tenth of their speed, and some tests send hundreds of emails.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // By default, Vitest leaves a core free for a watcher, which is not running here.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/unit/indexed-db.ts',
          // SWR listens with `setTimeout` itself, whose delay is then an event.
          execArgv: ['--disable-warning=TimeoutNaNWarning'],
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['tests/service/**/*.test.ts'],
          setupFiles: 'tests/service/no-problem.ts',
          isolate: false,
          env,
        },
      },
      {
        extends: true,
        test: { name: 'full', include: ['tests/full/**/*.test.ts'], fileParallelism: false, env },
      },
      {
        extends: true,
        test: { name: 'lighthouse', include: ['tests/lighthouse/*.test.ts'], fileParallelism: false },
      },
    ],
  },
});
