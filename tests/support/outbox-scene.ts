import { test as base, type Page } from '@playwright/test';

import { connectCalls } from '#src/paths.ts';

import { type Device, startDevice, untilKept } from './device.ts';
import { openForm, type Request, storedAs } from './forms.ts';
import { freePort, type Site, startSite } from './site.ts';
import { forgetStored, storedAddresses } from './stored.ts';
import { startWeather, type Weather } from './weather.ts';

/** What the scenes of one worker stand on: a site, and the profile of somebody who has visited it at this port. */
type Ground = { site: Site; port: number; visited: string };

/** Somebody who has been here before, behind a line that a test can disturb. */
export type Visit = AsyncDisposable & { site: Site; weather: Weather; device: Device; page: Page };

/** `stored`: addresses that the service has stored for this kind of request. */
type Scene = Visit & { stored: () => string[] };

/** `visit` gives a device that has opened both forms' pages once; `setUp` one whose service has stored nothing. */
export const test = base.extend<
  {
    visit: (beforeEachPage?: () => void) => Promise<Visit>;
    setUp: (request: Request, beforeEachPage?: () => void) => Promise<Scene>;
  },
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
  visit: async ({ ground }, use) => {
    await use((beforeEachPage) => visit(ground, beforeEachPage));
  },
  setUp: async ({ ground: { site }, visit }, use) => {
    await use(async (request, beforeEachPage) => {
      forgetStored(site.dataDir, storedAs[request]);
      const stored = () => storedAddresses(site.dataDir, storedAs[request]);
      return Object.assign(await visit(beforeEachPage), { stored });
    });
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

async function visit({ site, port, visited }: Ground, beforeEachPage?: () => void): Promise<Visit> {
  const weather = await startWeather(site.url, port);
  const device = await startDevice(beforeEachPage, visited);
  return {
    site,
    weather,
    device,
    page: device.page(),
    async [Symbol.asyncDispose]() {
      await device[Symbol.asyncDispose]();
      await weather[Symbol.asyncDispose]();
    },
  };
}
