import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { connectCalls, mediaListPath, pages } from '#src/paths.ts';

import { builtSite } from '../../server/app.ts';
import { newerMethods } from '../../server/prerender/engines.ts';
import { type Device, startDevice, untilKept } from '../support/device.ts';
import { fillForm, openForm, outbox, pressSubmit, thanks } from '../support/forms.ts';
import { expectLive } from '../support/live-page.ts';
import { removeNewer } from '../support/remove-newer.ts';
import { type Site, startSite } from '../support/site.ts';
import { storedAddresses } from '../support/stored.ts';

test.setTimeout(240_000);

const removal = `(${removeNewer})(${JSON.stringify(newerMethods)});`;

/** The build with a worker that, as in an old engine, finds none of the newer methods. */
async function oldBuild(): Promise<AsyncDisposable & { dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'hcs-old-'));
  await cp(builtSite, dir, { recursive: true });
  const worker = join(dir, 'sw.js');
  await writeFile(worker, `${removal}\nself.isOld = true;\n${await readFile(worker, 'utf8')}`);
  for (const ending of ['br', 'gz']) await rm(`${worker}.${ending}`);
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}

async function startOldDevice(site: Site): Promise<{ device: Device; failures: string[] }> {
  const device = await startDevice();
  await device.context().addInitScript(removal);
  const failures: string[] = [];
  device.context().on('weberror', (error) => failures.push(String(error.error().stack)));
  await device.page().goto(site.url);
  return { device, failures };
}

async function search(page: Page, site: Site): Promise<void> {
  await page.goto(site.url + mediaListPath('press'));
  await expectLive(page);
  await page.getByLabel('Search Article').fill('leak valves');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/\?q=/);
  await expect(page.getByRole('main').locator('mark').first()).toBeVisible();
}

async function apply(page: Page, site: Site, email: string): Promise<void> {
  await openForm(page, site.url, 'apply');
  await fillForm(page, 'apply', email);
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toBeVisible();
}

test('the oldest engines that run our scripts find everything that these call, in page and worker', async () => {
  await using build = await oldBuild();
  await using site = await startSite({ BUILD_DIR: build.dir });
  const { device, failures } = await startOldDevice(site);
  await using _ = device;
  const page = device.page();
  await expectLive(page);
  expect(await page.evaluate(() => ['timeout' in AbortSignal, 'groupBy' in Object])).toEqual([false, false]);
  await untilKept(page);
  const [worker] = device.context().serviceWorkers();
  expect(await worker?.evaluate(() => 'isOld' in self && !('timeout' in AbortSignal))).toBe(true);

  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('button', { name: 'Inside' }).click();
  await nav.getByRole('link', { name: /Team/ }).first().click();
  await expect(page).toHaveTitle(pages.team.title);
  await page.getByRole('main').getByText('Read More').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await search(page, site);
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Press Releases');
  await apply(page, site, 'online@example.com');
  await expect(thanks(page)).toContainText('It has arrived');
  await untilKept(page, connectCalls.jobList);
  await site.stop();

  await apply(page, site, 'offline@example.com');
  await expect(thanks(page)).toContainText('when you are back online');
  await page.keyboard.press('Escape');
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting');
  for (const { path, title } of [pages.award, pages.osense, pages.contact]) {
    await page.goto(site.url + path);
    await expect(page).toHaveTitle(title);
  }
  await site.start();
  await expect(page.getByText('Sent while you were away')).toBeVisible({ timeout: 120_000 });
  expect(storedAddresses(site.dataDir, 'applications')).toEqual([
    'online@example.com',
    'offline@example.com',
  ]);
  expect(failures).toEqual([]);
});
