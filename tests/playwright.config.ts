import { defineConfig, devices } from '@playwright/test';

import { chromiumFlags, requireChromium } from './support/chromium.ts';

const cache = '../node_modules/.cache';

export default defineConfig({
  testDir: '.',
  outputDir: `${cache}/playwright`,
  testMatch: '{journeys,visual}/**/*.{journey,spec,test}.ts',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // Machines may be throttled to a tenth: waits are long, and end at once when the thing is there.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: requireChromium(), args: chromiumFlags },
    locale: 'en-GB',
    trace: 'off',
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      testIgnore: '**/*.desktop.{journey,spec,test}.ts',
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 } },
    },
  ],
});
