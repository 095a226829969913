import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

/** Quiet, reproducible, and no request of the browser's own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];
const macApps = ['Google Chrome', 'Chromium', 'Google Chrome for Testing'];

/** `CHROME_PATH`, an installed Chrome or Chromium, or Playwright's own. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...(process.env.CHROME_PATH ? [process.env.CHROME_PATH] : []),
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`),
    chromium.executablePath(),
  ];
  return candidates.find(answersVersion);
}

let found: string | undefined;

export function requireChromium(): string {
  found ??= findChromium();
  if (found === undefined) throw new Error('No Chrome or Chromium found; set CHROME_PATH to one.');
  return found;
}

/** Ubuntu's `chromium` may point to a snap that is not there; only a browser prints its version. */
function answersVersion(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /Chrom/.test(stdout);
}
