import { rm, writeFile } from 'node:fs/promises';

import { filesWords as words } from '#src/content/files.ts';
import { outboxWords } from '#src/content/outbox.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { noRoomForFiles } from '#src/words/files.ts';
import { formWords } from '#src/words/forms.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, outbox, submitForm, thanks } from '../kit/page.ts';
import { fillRoom, makeRoom, serverFiles } from '../kit/server-files.ts';
import { cv, fileField } from './file-steps.ts';
import { button, form, list, openForm } from './visitor.ts';

test.use({ expectedErrors: [failedRequest], server: {} });

test('two tabs send a file once, and each part once @full', async ({
  app: { line, dataDir },
  context,
  page,
}) => {
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

test('a file that is changed on the disk after it was chosen arrives as it was chosen @full', async ({
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

test('a file for which the server has no room waits in the Outbox with the reason, and arrives by itself when there is some @full', async ({
  app: { dataDir },
  page,
}) => {
  await page.clock.install();
  await fillRoom(dataDir);
  await openForm(page);
  await fillApplication(page);
  const { sha256, ...file } = cv('i');
  await fileField(page).setInputFiles(file);
  await expect(button(form(page), words.remove)).toBeVisible();
  await submitForm(page);
  await expect(thanks(page)).toContainText(formWords.apply.sent);
  await openLive(page, pages.privacy.path);
  await outbox(page).click();
  await expect(list(page)).toContainText(noRoomForFiles);
  expect(await serverFiles(dataDir)).toMatchObject([{ name: 'all of it' }, { sha256, stored: 0 }]);
  await makeRoom(dataDir);
  await page.clock.fastForward('05:01');
  await expect.poll(() => serverFiles(dataDir)).toMatchObject([{ sha256, isWhole: true, refused: null }]);
  await expect(list(page)).toContainText(outboxWords.empty);
});

test('the field takes the place of the address for files and moves nothing @full', async ({ app, page }) => {
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
