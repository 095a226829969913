/** What the tests need beside npm's packages: a Chromium; in the full tier other browsers, servers and containers, too. */
import { execSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { findChromium } from './kit/chromium.ts';

/** Debian's packages, by a program of each. */
const packages = {
  pg_ctlcluster: 'postgresql',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  caddy: 'caddy',
  'systemd-analyze': 'systemd',
  openssl: 'openssl',
  curl: 'curl',
  ip: 'iproute2',
  sudo: 'sudo',
  buildah: 'buildah',
  podman: 'podman',
  crun: 'crun',
  debootstrap: 'debootstrap',
};
const policy = '/usr/sbin/policy-rc.d';

if (process.env.TEST_TIER === 'full')
  aptInstall(
    Object.entries(packages)
      .filter(isMissing)
      .map(([, name]) => name),
  );
if (findChromium() === undefined) aptInstall(['chromium', 'fonts-liberation']);
if (findChromium() === undefined)
  run(`"${process.execPath}" node_modules/playwright-core/cli.js install chromium`);
const chromium = findChromium();
console.log(chromium ?? 'No Chrome or Chromium could be found or installed; set CHROME_PATH to one.');
process.exitCode = chromium === undefined ? 1 : 0;

function isMissing([program]: [string, string]): boolean {
  const folders = `${process.env.PATH}:/usr/sbin:/sbin`.split(delimiter);
  return !folders.some((folder) => existsSync(join(folder, program)));
}

/** Only root can, and only where there is apt; what is missing afterwards fails its tests. */
function aptInstall(names: string[]): void {
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const isOurs = !existsSync(policy);
  // Packages of servers would otherwise start them.
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  run(`apt-get update -q && apt-get install -qy --no-install-recommends ${names.join(' ')}`);
  if (isOurs) rmSync(policy);
}

function run(command: string): void {
  try {
    execSync(command, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}
