import { test as base, type Page } from '@playwright/test';

import { connectCalls } from '#src/paths.ts';

import { type Device, startDevice, untilKept } from './device.ts';
import { openForm, type Request, storedAs } from './forms.ts';
import { freePort, type Site, startSite } from './site.ts';
import { forgetStored, storedAddresses } from './stored.ts';
import { startWeather, type Weather } from './weather.ts';

/** What the scenes of one worker stand on: a site, and the profile of somebody who has visited it at this port. */
type Ground = { site: Site; port: number; visited: string };

type Scene = AsyncDisposable & {
  weather: Weather;
  device: Device;
  page: Page;
  /** Addresses that the service has stored for this kind of request. */
  stored: () => string[];
};

/** `setUp` gives a device that has visited both forms once, behind a line that a test can disturb. */
export const test = base.extend<
  { setUp: (request: Request, beforeEachPage?: () => void) => Promise<Scene> },
  { ground: Ground }
>({
  ground: [
    async ({ browserName: _browser }, use) => {
      await using site = await startSite();
      const port = await freePort();
      await using visitor = await startDevice();
      await visitForms(visitor, site.url, port);
      await use({ site, port, visited: visitor.profile });
    },
    { scope: 'worker' },
  ],
  setUp: async ({ ground }, use) => {
    await use((request, beforeEachPage) => setUp(ground, request, beforeEachPage));
  },
});

async function visitForms(visitor: Device, siteUrl: string, port: number): Promise<void> {
  await using weather = await startWeather(siteUrl, port);
  const page = visitor.page();
  await openForm(page, weather.url, 'apply');
  await untilKept(page, connectCalls.jobList);
  await openForm(page, weather.url, 'subscribe');
  await untilKept(page, connectCalls.mediaList('press'));
  await visitor.context().close();
}

async function setUp(
  { site, port, visited }: Ground,
  request: Request,
  beforeEachPage?: () => void,
): Promise<Scene> {
  forgetStored(site.dataDir, storedAs[request]);
  const weather = await startWeather(site.url, port);
  const device = await startDevice(beforeEachPage, visited);
  return {
    weather,
    device,
    page: device.page(),
    stored: () => storedAddresses(site.dataDir, storedAs[request]),
    async [Symbol.asyncDispose]() {
      await device[Symbol.asyncDispose]();
      await weather[Symbol.asyncDispose]();
    },
  };
}
