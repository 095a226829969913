import { expect, test } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { keptFiles, startDevice, untilReady } from '../../support/device.ts';
import { expectLive } from '../../support/live-page.ts';
import { startSite } from '../../support/site.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

test('a first visit brings the whole site by one request beside the worker', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  await page.goto(weather.url);
  await untilReady(page);
  const added = weather.seen.filter((seen) => /__WB_REVISION__|\/assets\/(?:site|csr)-/.test(seen));
  expect(added).toEqual([expect.stringContaining('/assets/site-')]);
  await weather.down();
  await page.goto(weather.url + pages.csr.path);
  await expectLive(page);
});

test('a line that breaks off in the middle of the bundle leaves nothing, and brings all once it is back', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  weather.next('GET', '/assets/site-', { after: 40_000 });
  weather.always('HEAD', '/healthz', 'cut');
  await page.goto(weather.url);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible({
    timeout: 90_000,
  });
  expect(await keptFiles(page)).toEqual([]);
  weather.clear();
  await untilReady(page);
  expect(weather.seen.filter((seen) => seen.includes('__WB_REVISION__'))).toEqual([]);
  await weather.down();
  await page.goto(weather.url + pages.csr.path);
  await expectLive(page);
});
