import { defineConfig, devices } from '@playwright/test';

import { chromiumFlags, requireShell } from './kit/chromium.ts';
import type { Options } from './kit/journey.ts';

/** Set by run.mjs. */
const { TEST_REPORT: report } = process.env;

export default defineConfig<Options>({
  testDir: '.',
  build: { external: ['**/dist-server/**'] },
  testMatch: '**/*.spec.ts',
  outputDir: '../reports/journeys',
  globalSetup: './kit/playwright-setup.config.ts',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // The second attempt records a trace.
  retries: 1,
  failOnFlakyTests: true,
  // Timeouts are long, because machines may be throttled to a tenth of their speed.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: report === undefined ? 'list' : [['dot'], ['json', { outputFile: report }]],
  projects: [
    { name: 'original' },
    {
      name: 'translated',
      testMatch: /\/(?:media|outbox|ask|application-form|offline)\.desktop\.spec\.ts$/,
      use: { isTranslated: true },
    },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // Who types taps.
    hasTouch: true,
    launchOptions: { executablePath: requireShell(), args: chromiumFlags },
    locale: 'en-GB',
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
  },
});
