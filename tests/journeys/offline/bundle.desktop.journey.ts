import { expect, test } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { buildWithSentence, damageBundle } from '../../support/builds.ts';
import { keptFiles, startDevice, untilKept, untilReady } from '../../support/device.ts';
import { expectLive } from '../../support/live-page.ts';
import { startSite } from '../../support/site.ts';
import { lookForVersions } from '../../support/versions.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

test('a line that breaks off in the middle of the bundle loses nothing of what has come', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  weather.next('GET', '/assets/site-', { after: 40_000 });
  // Nor does anything else come before the line is back.
  weather.always('GET', '__WB_REVISION__', 'cut');
  weather.always('HEAD', '/healthz', 'cut');
  await page.goto(weather.url);
  const kept = async () => (await keptFiles(page)).length;
  await expect.poll(kept, { timeout: 90_000 }).toBeGreaterThan(10);
  const before = await keptFiles(page);
  weather.clear();
  await weather.down();
  await weather.up();
  await lookForVersions(page);
  await untilReady(page);
  expect(
    before.filter((file) => weather.seen.filter((seen) => seen.includes(`${file}?`)).length > 0),
  ).toEqual([]);
  await weather.down();
  await page.goto(weather.url + pages.csr.path);
  await expectLive(page);
});

test('a line that is away for a moment costs one more try', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  weather.next('GET', '/assets/site-', { after: 40_000 });
  weather.next('GET', '__WB_REVISION__', 'cut');
  await device.page().goto(weather.url);
  await untilReady(device.page());
});

test('a damaged bundle puts no wrong file into the cache, and costs that file alone', async () => {
  await using build = await buildWithSentence('privacy.html', 'A sentence of this build.');
  await damageBundle(build.dir, 'A sentence of this build.', 'A sentence of nobody.');
  await using site = await startSite({ BUILD_DIR: build.dir });
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  await page.goto(weather.url);
  await untilKept(page);
  const revised = weather.seen.filter((seen) => seen.includes('__WB_REVISION__'));
  expect(revised).toEqual([expect.stringContaining('/privacy.html?')]);
  await weather.down();
  await page.goto(weather.url + pages.privacy.path);
  await expect(page.getByText('A sentence of this build.')).toBeVisible();
});

test('while the site is being saved the page says how far it is, and then what it has cost', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  const said = new Set<string>();
  await page.exposeFunction('hear', (text: string) => said.add(text));
  await page.addInitScript(() => {
    const look = () => {
      for (const status of document.querySelectorAll('[role=status]'))
        (globalThis as typeof globalThis & { hear: (text: string) => void }).hear(status.textContent);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto(site.url);
  const ready = page.getByRole('status').filter({ hasText: /^Ready to work offline \(\d{2,3} KB\)/ });
  await expect(ready).toBeVisible({ timeout: 90_000 });
  const steps = [...said].filter((text) => text.startsWith('Saving for offline'));
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.every((text) => /^Saving for offline: \d+ %$/.test(text))).toBe(true);
});
