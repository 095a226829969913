import { findChromium } from './chromium.ts';
import { aptInstall, canAptInstall, isRoot, runLoudly } from './installed-programs.ts';
import type { Count } from './stage-runners.ts';

/** Finds a browser, or installs Debian's as root, or else Playwright's. */
export async function findOrInstallChromium(): Promise<Count> {
  if (findChromium() === undefined && canAptInstall) aptInstall(['chromium', 'fonts-liberation']);
  if (findChromium() === undefined)
    runLoudly(process.execPath, [
      'node_modules/@playwright/test/cli.js',
      'install',
      ...(isRoot ? ['--with-deps'] : []),
      'chromium',
    ]);
  const path = findChromium();
  console.log(path ?? 'No Chrome or Chromium could be found or installed; set CHROME_PATH to one.');
  return path === undefined ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
}
