import { chromium } from '/work/wt-bundle/node_modules/@playwright/test/index.mjs';
import { requireChromium, chromiumFlags } from '/work/wt-bundle/tests/support/chromium.ts';
import { measureUpdate } from '/work/wt-bundle/tests/bench/update.ts';
const browser = await chromium.launch({executablePath: requireChromium(), args: chromiumFlags});
console.log(await measureUpdate(browser)); await browser.close();
