import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { chromium } from '@playwright/test';

import { isExecutable, onPath } from './installed-programs.ts';

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];

const macApps = ['Google Chrome', 'Chromium', 'Google Chrome for Testing'].flatMap((app) =>
  ['/Applications', join(homedir(), 'Applications')].map((folder) =>
    join(folder, `${app}.app/Contents/MacOS/${app}`),
  ),
);

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

/** The browser for the tests: `CHROME_PATH`, an installed Chrome or Chromium, or Playwright's own. */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROME_PATH ?? '', ...onPath(names), ...macApps, chromium.executablePath()];
  return candidates.find((path) => path !== '' && isExecutable(path) && answersVersion(path));
}

let found: string | undefined;

export function requireChromium(): string {
  found ??= findChromium();
  if (found === undefined) throw new Error('No Chrome or Chromium found; set CHROME_PATH to one.');
  return found;
}

/** Ubuntu's `chromium` may be a mere pointer to a snap; only a browser prints its version. */
function answersVersion(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /Chrom/.test(stdout);
}
