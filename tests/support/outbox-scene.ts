import { connectCalls } from '#src/paths.ts';

import { type Device, startDevice, untilKept } from './device.ts';
import { openForm, type Request, storedAs } from './forms.ts';
import { type Site, startSite } from './site.ts';
import { storedAddresses } from './stored.ts';
import { startWeather, type Weather } from './weather.ts';

export type Scene = AsyncDisposable & {
  site: Site;
  weather: Weather;
  device: Device;
  /** Addresses that the service has stored for this kind of request. */
  stored: () => Promise<string[]>;
};

/** A device that has visited the form's page once, behind a line that a test can disturb. */
export async function setUp(
  request: Request,
  beforeEachPage?: () => void,
): Promise<Scene & { page: ReturnType<Device['page']> }> {
  const site = await startSite();
  const weather = await startWeather(site.url);
  const device = await startDevice(beforeEachPage);
  const page = device.page();
  await openForm(page, weather.url, request);
  await untilKept(page, request === 'apply' ? connectCalls.jobList : connectCalls.mediaList('press'));
  return {
    site,
    weather,
    device,
    page,
    stored: () => storedAddresses(site.dataDir, storedAs[request]),
    async [Symbol.asyncDispose]() {
      await device[Symbol.asyncDispose]();
      await weather[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}
