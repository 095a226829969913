import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

/** Quiet, reproducible, and without the browser's own requests. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = {
  whole: ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'],
  shell: ['chromium-headless-shell', 'chrome-headless-shell'],
};
const macApps = ['Google Chrome', 'Chromium', 'Google Chrome for Testing'];

/** Returns `CHROME_PATH`, an installed Chrome or Chromium, or Playwright's Chromium. */
export function findChromium(): string | undefined {
  const candidates = [
    ...installed('whole'),
    ...macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`),
    chromium.executablePath(),
  ];
  return candidates.find(repliesVersion);
}

let found: string | undefined;

/** The full browser, for notifications, push, Background Sync, Lighthouse and screenshots. */
export function requireChromium(): string {
  found ??= findChromium();
  if (found === undefined) throw new Error('No Chrome or Chromium found; set CHROME_PATH to one.');
  return found;
}

/**
 * For everything else: the headless shell, which costs half as much, or Chromium if there is none. `undefined` stands for
 * Playwright's default, its own headless shell.
 */
export function requireShell(): string | undefined {
  const shell = installed('shell').find(repliesVersion) ?? requireChromium();
  return shell === chromium.executablePath() ? undefined : shell;
}

function installed(kind: keyof typeof names): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = folders.flatMap((folder) => names[kind].map((name) => join(folder, name)));
  return process.env.CHROME_PATH ? [process.env.CHROME_PATH, ...onPath] : onPath;
}

/** Checks that the file runs: Ubuntu's `chromium` may point to a snap that is not installed. */
function repliesVersion(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /Chrom/.test(stdout);
}
