import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { findChromium } from './chromium.ts';
import type { Count } from './stage-runners.ts';

const aptInstall =
  'apt-get update -q && apt-get install -qy --no-install-recommends chromium fonts-liberation';

/** Finds a browser, or installs Debian's as root, or else Playwright's. */
export async function findOrInstallChromium(): Promise<Count> {
  const isRoot = process.getuid?.() === 0;
  const attempts: [string, string[]][] = [
    ...(isRoot && existsSync('/usr/bin/apt-get')
      ? [['sh', ['-c', aptInstall]] satisfies [string, string[]]]
      : []),
    [
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'],
    ],
  ];
  for (const [command, args] of attempts) {
    if (findChromium() !== undefined) break;
    spawnSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const path = findChromium();
  console.log(path ?? 'No Chrome or Chromium could be found or installed; set CHROME_PATH to one.');
  return path === undefined ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
}
