import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, type Page } from '@playwright/test';

import { connectCalls, mediaDetailPath, pages, vacancyPath } from '#src/paths.ts';

import { expectNoFindings } from '../../support/axe.ts';
import { saveData, startDevice, untilKept } from '../../support/device.ts';
import { expectLive } from '../../support/live-page.ts';
import { test } from '../../support/outbox-scene.ts';
import { startSite } from '../../support/site.ts';

test.setTimeout(240_000);

const article = 'kalingalinga-leak-valves';

/** Presses the button and gives the address of the file on the disk. */
async function saveAsFile(page: Page, folder: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const path = join(folder, (await download).suggestedFilename());
  await (await download).saveAs(path);
  expect((await stat(path)).size).toBeLessThan(25 * 1024);
  return pathToFileURL(path).href;
}

/** The file as somebody opens it whose phone has no network. */
async function openFromDisk(page: Page, address: string): Promise<string[]> {
  const asked: string[] = [];
  await page.context().setOffline(true);
  page.on('request', (request) => asked.push(request.url()));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  return asked.filter((url) => url !== address && !url.startsWith('data:'));
}

test('with the server stopped a vacancy and an article are saved as files, which open from disk, whole, and ask for nothing', async ({
  visit,
}) => {
  await using visited = await visit();
  const { weather, page, device } = visited;
  const folder = await mkdtemp(join(tmpdir(), 'hcs-files-'));
  try {
    for (const [path, title, chapter, words] of [
      [vacancyPath('pcb-design-intern'), 'PCB Design Intern', 'What you will do', 'How to apply'],
      [mediaDetailPath(article), 'Forty homes in Kalingalinga', 'What was fitted', 'Ask us'],
    ] as const) {
      // The list of vacancies is on the device; an article is once it was read.
      if (path === mediaDetailPath(article)) {
        await weather.up();
        await page.goto(weather.url + path);
        await untilKept(page, connectCalls.mediaDetail(article));
      }
      await weather.down();
      await page.goto(weather.url + path);
      await expectLive(page);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
      const file = await saveAsFile(page, folder);
      const reader = await device.context().newPage();
      expect(await openFromDisk(reader, file)).toEqual([]);
      await expect(reader.getByRole('heading', { level: 1 })).toContainText(title);
      await expect(reader.getByRole('heading', { name: words })).toBeVisible();
      await expect(reader.getByRole('heading', { name: chapter })).toBeVisible();
      expect(
        await reader.evaluate(() => [document.scripts.length, document.documentElement.scrollWidth]),
      ).toEqual([0, 360]);
      await expectNoFindings(reader);
      await reader.close();
      await device.context().setOffline(false);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('who saves data can save a vacancy as a file without a connection, and is told which pages are saved', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await saveData(page);
  const vacancy = site.url + vacancyPath('pcb-design-intern');
  await page.goto(vacancy);
  await untilKept(page, connectCalls.jobList);
  await expect(page.getByText('What you open here can be read offline')).toBeVisible({ timeout: 90_000 });
  await page.goto(site.url + pages.privacy.path);
  await expectLive(page);
  await site.stop();
  await page.goto(vacancy);
  await expectLive(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  await download;
  await page.getByRole('status').getByRole('link', { name: pages.saved.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is not saved on this device');
  await page.getByRole('link', { name: pages.privacy.title }).click();
  await expectLive(page);
});
