import { expect, type Page, test } from '@playwright/test';

import { otherPaths, pages } from '#src/paths.ts';

import { buildWithSentence, damageBundle } from '../../support/builds.ts';
import { keptFiles, startDevice, untilKept } from '../../support/device.ts';
import { countLoads, expectLive } from '../../support/live-page.ts';
import { startSite } from '../../support/site.ts';
import { lookForVersions } from '../../support/versions.ts';
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
  await throwOut(page, '/commercial/zstudy.html');
  await page.reload();
  // The second visit has it kept again, and by the next answer it has heard so.
  await expect.poll(() => keptFiles(page)).toContain('/commercial/zstudy.html');
  expect(await askToKeep(page)).toBe('site');
  await expect(ready).toBeHidden();
});

/** As a browser does that is short of room. */
function throwOut(page: Page, file: string): Promise<void> {
  return page.evaluate(async (name) => {
    for (const key of await caches.keys()) {
      const cache = await caches.open(key);
      for (const { url } of await cache.keys()) if (url.includes(name)) await cache.delete(url);
    }
  }, file);
}

/** The worker's answer to a page that asks for the whole site. */
function askToKeep(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    active?.postMessage({ type: 'keep', urls: [], site: true }, [port2]);
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
    await expect(page.getByRole('status').filter({ hasText: 'Ready to work offline' })).toBeVisible({
      timeout: 60_000,
    });
    expect((await keptFiles(page)).filter((file) => file.startsWith('/assets/zstudy-'))).toHaveLength(1);
    expect(loads()).toBe(0);
  });

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
  await expect(page.getByRole('status').filter({ hasText: 'Ready to work offline' })).toBeVisible({
    timeout: 90_000,
  });
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
  await expect(device.page().getByRole('status').filter({ hasText: 'Ready to work offline' })).toBeVisible({
    timeout: 90_000,
  });
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
  const ready = page.getByRole('status').filter({ hasText: /^Ready to work offline \(\d\d KB\)/ });
  await expect(ready).toBeVisible({ timeout: 90_000 });
  const steps = [...said].filter((text) => text.startsWith('Saving for offline'));
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.every((text) => /^Saving for offline: \d+ %$/.test(text))).toBe(true);
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
