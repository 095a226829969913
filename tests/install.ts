/** Called by run.mjs. Installs what the tests need besides npm packages; tests fail if theirs is missing. */
import { execFileSync } from 'node:child_process';

import { installMissing } from './full/debian.ts';
import { findChromium, requireChromium, requireShell } from './kit/chromium.ts';

const full = {
  pg_ctlcluster: 'postgresql',
  nginx: 'nginx',
  pdftotext: 'poppler-utils',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
};

const shell = 'chromium-headless-shell';

if (process.env.TEST_TIER === 'full') console.log('Missing:', installMissing(full).join(', ') || 'nothing');
if (findChromium() === undefined) installMissing({ chromium: 'chromium', 'fc-list': 'fonts-liberation' });
if (findChromium() === undefined)
  execFileSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
  });
if (requireShell() === requireChromium()) installMissing({ [shell]: shell });
console.log(requireChromium(), requireShell() ?? '');
