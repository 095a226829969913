import { rm, writeFile } from 'node:fs/promises';

import { filesWords as words } from '#src/content/files.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, submitForm } from '../kit/page.ts';
import { serverFiles } from '../kit/server-files.ts';
import { cv, fileField } from './file-steps.ts';
import { button, form, openForm } from './visitor.ts';

test.use({ expectedErrors: [failedRequest], server: {} });

test('two tabs send a file once, and each part once', async ({ app: { line, dataDir }, context, page }) => {
  await openForm(page);
  await fillApplication(page);
  const file = cv('e');
  await fileField(page).setInputFiles(file);
  await expect(button(form(page), words.remove)).toBeVisible();
  const other = await context.newPage();
  await openLive(other, pages.privacy.path);
  await submitForm(page);
  await expect.poll(async () => (await serverFiles(dataDir)).map(({ isWhole }) => isWhole)).toEqual([true]);
  const sent = line.seen.filter((one) => one.startsWith('PUT '));
  expect(new Set(sent).size).toBe(4);
  expect(sent).toHaveLength(4);
});

test('a file that is changed on the disk after it was chosen arrives as it was chosen', async ({
  app: { dataDir },
  page,
}, testInfo) => {
  const path = testInfo.outputPath('CV Mutinta.pdf');
  const { buffer, sha256 } = cv('g');
  await writeFile(path, buffer);
  await openForm(page);
  await fillApplication(page);
  await fileField(page).setInputFiles(path);
  await expect(button(form(page), words.remove)).toBeVisible();
  await writeFile(path, cv('h').buffer);
  await rm(path);
  await submitForm(page);
  await expect.poll(() => serverFiles(dataDir)).toMatchObject([{ sha256, isWhole: true }]);
});

test('the field takes the place of the address for files and moves nothing', async ({ app, page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const answer = app.line.hold('GET', connectCalls.features);
    await openLive(page, pages.ask.path);
    const place = page.locator('.file-place');
    const before = await place.boundingBox();
    answer();
    await expect(fileField(page, 'enquiry')).toBeVisible();
    expect((await place.boundingBox())?.height).toBe(before?.height);
  }
});
