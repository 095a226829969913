import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { nextBuild } from '../../support/builds.ts';
import { keptFiles, startDevice, untilKept } from '../../support/device.ts';
import { fillForm, openForm } from '../../support/forms.ts';
import { countLoads, openLive } from '../../support/live-page.ts';
import { startSite } from '../../support/site.ts';
import { lookForVersions, openSite, prompt, scriptOf, update } from '../../support/versions.ts';

test.setTimeout(240_000);

/** By a link of the page itself, so that no document is loaded. */
async function walkTo(page: Page, name: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).first().click();
}

/** What became of the version that was found on the server. */
async function versionOf(page: Page): Promise<string> {
  const isHere = (await keptFiles(page)).some((file) => file.endsWith('Zz.js'));
  const waits = await page.evaluate(async () => {
    const { installing, waiting } = await navigator.serviceWorker.ready;
    return installing === null && { waits: waiting !== null };
  });
  if (!isHere || waits === false) return 'being installed';
  return waits.waits ? 'waits' : 'in charge';
}

test('a deploy is offered, taken over on the word of the visitor only, and costs no typed form', async () => {
  await using site = await startSite();
  await using build = await nextBuild('Zz');
  await using device = await startDevice();
  const page = await openSite(device.page(), site.url);
  const oldScript = await scriptOf(page);
  const form = await device.context().newPage();
  await openForm(form, site.url, 'apply');
  await fillForm(form, 'apply', 'mutinta@example.com');
  const old = await openSite(await device.context().newPage(), site.url);
  const loadsOfOld = countLoads(old);

  await site.stop();
  await site.start({ BUILD_DIR: build.dir });
  await page.reload();
  await expect.poll(() => versionOf(page), { timeout: 90_000 }).not.toBe('being installed');
  expect(await versionOf(page), 'the new version took over unasked').toBe('waits');
  await page.reload();
  expect(await scriptOf(page), 'the new version came unasked').toBe(oldScript);
  await expect(prompt(page)).toBeVisible({ timeout: 90_000 });
  const loads = countLoads(page);
  await update(page).click();
  await expect.poll(() => scriptOf(page)).toContain('Zz.js');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(prompt(page)).toBeHidden();
  expect(loads()).toBe(1);

  await walkTo(old, pages.investor.title);
  await expect(old.getByRole('heading', { level: 1 })).toHaveText(pages.investor.title);
  expect(loadsOfOld(), 'a tab was loaded again unasked').toBe(0);

  await expect(form.getByRole('dialog').getByLabel('Email')).toHaveValue('mutinta@example.com');
  await update(form).dispatchEvent('click');
  await expect.poll(() => scriptOf(form)).toContain('Zz.js');
  // The entry of the history opens the form again.
  await expect(form.getByRole('dialog').getByLabel('Email')).toHaveValue('mutinta@example.com');
});

const occasions: [string, (page: Page) => Promise<void>][] = [
  ['every hour', (page) => page.clock.fastForward('01:00:01')],
  ['on becoming visible', lookForVersions],
  [
    'on waking up',
    (page) =>
      page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  ],
];

for (const [when, comes] of occasions)
  test(`a page that stays open looks for a new version ${when}`, async () => {
    await using site = await startSite();
    await using build = await nextBuild('Xx');
    await using device = await startDevice();
    const page = device.page();
    await page.clock.install();
    await page.goto(site.url);
    await untilKept(page);
    await site.stop();
    await site.start({ BUILD_DIR: build.dir });
    await expect(prompt(page)).toBeHidden();
    await comes(page);
    await expect(prompt(page)).toBeVisible({ timeout: 90_000 });
  });

test('an old tab whose files are gone everywhere loads the page it was asked for', async () => {
  await using site = await startSite();
  await using build = await nextBuild('Yy');
  await using device = await startDevice(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    // Or the page might have been fetched ahead.
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const page = device.page();
  await openLive(page, site.url);
  await site.stop();
  await rm(join(site.dataDir, 'assets-archive'), { recursive: true, force: true });
  await site.start({ BUILD_DIR: build.dir });
  await walkTo(page, pages.investor.title);
  await expect(page).toHaveURL(site.url + pages.investor.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.investor.title);
  expect(await scriptOf(page)).toContain('Yy.js');
});
