/** Called by run.mjs. What the tests need beside npm's packages; what is missing afterwards fails its tests. */
import { execFileSync } from 'node:child_process';

import { installMissing } from './full/debian.ts';
import { findChromium, requireChromium } from './kit/chromium.ts';

const full = {
  pg_ctlcluster: 'postgresql',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
};

if (process.env.TEST_TIER === 'full') console.log('Missing:', installMissing(full).join(', ') || 'nothing');
if (findChromium() === undefined) installMissing({ chromium: 'chromium', 'fc-list': 'fonts-liberation' });
if (findChromium() === undefined)
  execFileSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
  });
console.log(requireChromium());
