/** What the tests need beside npm's packages: a Chromium, and in the full tier other browsers and servers. */
import { spawnSync } from 'node:child_process';

import { findChromium } from './chromium.ts';
import { installMissing } from './debian.ts';

const full = {
  pg_ctlcluster: 'postgresql',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
};

if (process.env.TEST_TIER === 'full') console.log('missing:', installMissing(full).join(', ') || 'nothing');
if (findChromium() === undefined) installMissing({ chromium: 'chromium', 'fc-list': 'fonts-liberation' });
if (findChromium() === undefined)
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
  });
const chromium = findChromium();
console.log(chromium ?? 'No Chrome or Chromium could be found or installed; set CHROME_PATH to one.');
process.exitCode = chromium === undefined ? 1 : 0;
