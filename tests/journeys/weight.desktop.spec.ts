import { devices } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { expectLive } from '../support/live-page.ts';
import { dataRoutes, staticRoutes } from '../support/routes.ts';

const { viewport: _tall, defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
const mostOnHome = 110;
const mostElsewhere = 200;

test.use({ ...phone, viewport: { width: 360, height: 740 } });
test.setTimeout(240_000);

test('a first view by phone costs 110 KB on Home and 200 KB elsewhere at most, all files and headers counted', async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  for (const { path } of [...staticRoutes, ...dataRoutes]) {
    bytes = 0;
    await page.goto(path);
    await expectLive(page);
    await page.waitForLoadState('networkidle');
    const most = path === pages.home.path ? mostOnHome : mostElsewhere;
    const weight = bytes / 1024;
    expect.soft(weight, `${path}, in KB`).toBeLessThanOrEqual(most);
    expect(weight, `${path}, in KB`).toBeGreaterThan(70);
    await page.goto('about:blank');
  }
});
