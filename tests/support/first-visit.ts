import { test as base } from './journey.ts';
import { startWeather, type Weather } from './weather.ts';

export { expect } from './journey.ts';

/** A first visit: no worker is there yet, and the line to the site is one that a test can cut. */
export const test = base.extend<{ line: Weather }>({
  line: async ({ site }, use) => {
    await using line = await startWeather(site.url);
    await use(line);
  },
  baseURL: async ({ line }, use) => {
    await use(line.url);
  },
});
