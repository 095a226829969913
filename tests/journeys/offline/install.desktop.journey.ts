import { expect, type Page, test } from '@playwright/test';

import { otherPaths } from '#src/paths.ts';

import { keptFiles, startDevice, untilKept, untilReady } from '../../support/device.ts';
import { countLoads } from '../../support/live-page.ts';
import { startSite } from '../../support/site.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

/** Long enough for whatever the page would say by itself. */
async function reloadUntilKept(page: Page): Promise<void> {
  await page.reload();
  await untilKept(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('"Install app" asks the browser, and a refusal is remembered', async () => {
  await using site = await startSite();
  await using device = await startDevice(() => {
    addEventListener('beforeinstallprompt', (event) => {
      // Assigning would not do: on the browser's own event, which may come as well, the answer is read-only.
      Object.defineProperties(event, {
        prompt: { value: async () => undefined },
        userChoice: { value: Promise.resolve({ outcome: 'dismissed' }) },
      });
    });
    // The browser's own event would come too, at a time of its choosing.
    addEventListener('load', () => setTimeout(() => dispatchEvent(new Event('beforeinstallprompt')), 500));
  });
  const page = device.page();
  await page.goto(site.url);
  const install = page.getByRole('button', { name: 'Install app' });
  await install.click();
  await expect(install).toBeHidden();
  await reloadUntilKept(page);
  await expect(install).toBeHidden();
});

test('"Ready to work offline" is said once a device', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url);
  const ready = page.getByRole('status').filter({ hasText: 'Ready to work offline' });
  await expect(ready).toBeVisible({ timeout: 90_000 });
  await page.reload();
  await untilKept(page);
  // By the next answer the page has heard what the worker keeps.
  expect(await askToKeep(page)).toBe('site');
  await expect(ready).toBeHidden();
});

/** The worker's answer to a page that asks for the whole site. */
function askToKeep(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    active?.postMessage({ type: 'save', all: true }, [port2]);
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
  });
}

for (const [what, path] of [
  ['the worker', otherPaths.worker],
  ['the bundle of the site', '/assets/site-'],
] as const)
  test(`a line that breaks off while ${what} is fetched costs nothing but time, and no other page`, async () => {
    await using site = await startSite();
    await using weather = await startWeather(site.url);
    await using device = await startDevice();
    const page = device.page();
    weather.always('GET', path, { delay: 60_000 });
    await page.goto(weather.url);
    const loads = countLoads(page);
    await expect.poll(() => weather.seen.some((seen) => seen.includes(path)), { timeout: 90_000 }).toBe(true);
    await weather.down();
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible({
      timeout: 90_000,
    });
    weather.clear();
    await weather.up();
    await untilReady(page);
    expect((await keptFiles(page)).filter((file) => file.startsWith('/assets/zstudy-'))).toHaveLength(1);
    expect(loads()).toBe(0);
  });

test('the manifest has every field that stores and browsers ask for', async ({ request }) => {
  await using site = await startSite();
  const manifest = await (await request.get(site.url + otherPaths.manifest)).json();
  for (const field of [
    'id',
    'name',
    'short_name',
    'description',
    'lang',
    'dir',
    'start_url',
    'scope',
    'display',
    'display_override',
    'orientation',
    'theme_color',
    'background_color',
    'categories',
    'launch_handler',
    'prefer_related_applications',
  ])
    expect(manifest[field], field).toBeDefined();
  const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose);
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable']));
  const names = manifest.shortcuts.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Media Center', 'Career', 'Contact']);
  const factors = manifest.screenshots.map(({ form_factor }: { form_factor: string }) => form_factor);
  expect(factors).toEqual(expect.arrayContaining(['wide', 'narrow']));
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await request.get(site.url + src)).status(), src).toBe(200);
    const [width = 0, height = 0] = sizes.split('x').map(Number);
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
  }
});
