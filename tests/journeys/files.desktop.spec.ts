import { rm, writeFile } from 'node:fs/promises';

import { filesWords as words } from '#src/content/files.ts';
import { outboxWords } from '#src/content/outbox.ts';
import { saved } from '#src/content/saved.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { fileRefusals } from '#src/words/files.ts';
import { formWords } from '#src/words/forms.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, outbox, stored, submitForm, thanks } from '../kit/page.ts';
import { serverFiles } from '../kit/server-files.ts';
import { cv, fileField, storedParts } from './file-steps.ts';
import { button, form, list, openForm } from './visitor.ts';

test.use({ expectedErrors: [failedRequest], server: {} });

const parts = '/files/';

test('a CV is sent after its text, once, and is then gone from the device', async ({ app, page }) => {
  const { line, posts, dataDir } = app;
  await openForm(page);
  await fillApplication(page);
  const file = cv();
  await fileField(page).setInputFiles(file);
  await expect(form(page).getByText('(393 KB)')).toBeVisible();
  await expectNoFindings(page);
  expect(await storedParts(page)).toBe(4);
  const answer = line.hold('PUT', parts);
  await submitForm(page);
  await expect(thanks(page)).toContainText('Your CV (393 KB) is on its way.');
  await button(page, 'Close').click();
  await outbox(page).click();
  await expect(list(page)).toContainText(outboxWords.delivered);
  await expect(list(page).getByRole('progressbar', { name: file.name })).toBeVisible();
  await expectNoFindings(page);
  answer();
  await expect(list(page)).toContainText(outboxWords.empty);
  const { name, sha256, buffer } = file;
  await expect
    .poll(() => serverFiles(dataDir))
    .toMatchObject([{ name, sha256, size: buffer.length, isWhole: true }]);
  expect(posts()).toHaveLength(1);
  expect(line.seen.filter((one) => one.includes(parts)).map((one) => one.replace(/ .*\//, ' '))).toEqual([
    'PUT 0',
    'PUT 1',
    'PUT 2',
    'PUT 3',
  ]);
  await expect.poll(() => storedParts(page)).toBe(0);
});

test('a line that is cut after each part, before or after it arrives, loses nothing and sends no text again @full', async ({
  app: { line, posts, dataDir },
  page,
}) => {
  await page.clock.install();
  await openForm(page);
  await fillApplication(page);
  const file = cv('b');
  await fileField(page).setInputFiles(file);
  await expect(button(form(page), words.remove)).toBeVisible();
  line.next('PUT', parts, 'cut', { after: 3 }, 'cut', { after: 9 }, 'cut', 'cut');
  await submitForm(page);
  await expect(thanks(page)).toBeVisible();
  const isThere = async () => {
    await page.clock.runFor(60_000);
    return (await serverFiles(dataDir)).map(({ isWhole }) => isWhole);
  };
  await expect.poll(isThere).toEqual([true]);
  expect(posts()).toHaveLength(1);
  await expect
    .poll(async () => {
      await page.clock.runFor(60_000);
      return storedParts(page);
    })
    .toBe(0);
});

test('a file that the server refuses is told with its sentence, and the text stands @full', async ({
  app: { line, posts },
  page,
}) => {
  await openForm(page);
  await fillApplication(page);
  await fileField(page).setInputFiles(cv('c'));
  await expect(button(form(page), words.remove)).toBeVisible();
  line.next('PUT', parts, { status: 413 });
  await submitForm(page);
  await expect(thanks(page)).toContainText(formWords.apply.sent);
  await button(page, 'Close').click();
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting, needs your attention');
  await outbox(page).click();
  await expect(list(page)).toContainText(words.refused('Objection 413'));
  expect(await storedParts(page)).toBe(0);
  await button(page, words.remove).click();
  await expect(list(page)).toContainText(outboxWords.empty);
  expect(posts()).toHaveLength(1);
});

test('what a file must not be is said before anything is stored or sent @full', async ({
  app: { line },
  page,
}) => {
  await openForm(page);
  const field = fileField(page);
  const choose = (name: string, content: string | Buffer) =>
    field.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(content) });
  const alert = form(page).getByRole('alert');
  await choose('drawing.pdf', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await expect(alert).toHaveText(fileRefusals.type);
  await choose('empty.pdf', '');
  await expect(alert).toHaveText(fileRefusals.empty);
  await choose('large.pdf', Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(5_000_000)]));
  await expect(alert).toHaveText(fileRefusals.large);
  await choose('../../etc/cv.pdf', '%PDF-1.7\nA CV.');
  await expect(alert).toBeHidden();
  await expect(form(page).getByText('cv.pdf', { exact: true })).toBeVisible();
  expect(line.seen.filter((one) => one.includes(parts))).toEqual([]);
  await button(page, words.remove).click();
  await expect(field).toBeFocused();
  await expect.poll(() => stored(page)).toEqual([]);
  expect(await storedParts(page)).toBe(0);
});

test('a form opened again shows its file, also in another tab, and one deletion ends both @full', async ({
  context,
  page,
}) => {
  await openForm(page);
  await fileField(page).setInputFiles(cv('d'));
  await expect(button(form(page), words.remove)).toBeVisible();
  await page.reload();
  await expect(button(form(page), words.remove)).toBeVisible();
  const other = await context.newPage();
  await openForm(other);
  await expect(button(form(other), words.remove)).toBeVisible();
  await openLive(page, pages.saved.path);
  await page.getByRole('main').getByRole('button', { name: saved.delete.button }).click();
  await expect(page.getByRole('dialog')).toContainText('CV Mutinta.pdf');
  await page.getByRole('dialog').getByRole('button', { name: saved.delete.yes }).click();
  await expect(page.getByRole('status').filter({ hasText: saved.delete.done })).toBeVisible();
  expect(await storedParts(page)).toBe(0);
});

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

test('with no room on the device the text is sent, and the file is refused with a sentence @full', async ({
  app: { posts, dataDir },
  page,
}) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      const putting = put.call(this, value, key);
      // Like a full device: the transaction ends once all has been requested.
      if (Array.isArray(key) && key[1] === 0) queueMicrotask(() => this.transaction.abort());
      return putting;
    };
  });
  await openForm(page);
  await fillApplication(page);
  await fileField(page).setInputFiles(cv('f'));
  await expect(form(page).getByRole('alert')).toHaveText(words.noRoom);
  await submitForm(page);
  await expect(thanks(page)).toContainText(formWords.apply.sent);
  expect(posts()).toHaveLength(1);
  expect(posts()[0]?.body).not.toContain('"files"');
  expect(await serverFiles(dataDir)).toEqual([]);
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

test('a removed file is not sent, and its application is @full', async ({ app: { line, dataDir }, page }) => {
  await openForm(page);
  await fillApplication(page);
  await fileField(page).setInputFiles(cv('i'));
  await expect(button(form(page), words.remove)).toBeVisible();
  await line.down();
  await submitForm(page);
  await expect(thanks(page)).toContainText(formWords.apply.offline);
  await button(page, 'Close').click();
  await outbox(page).click();
  await expect(list(page)).toContainText(words.waiting);
  await button(page, words.remove).click();
  await expect(list(page).getByRole('progressbar')).toBeHidden();
  expect(await storedParts(page)).toBe(0);
  await line.up();
  await expect(list(page)).toContainText(outboxWords.empty);
  expect(line.seen.filter((one) => one.startsWith('PUT '))).toEqual([]);
  await expect.poll(() => serverFiles(dataDir)).toMatchObject([{ isWhole: false, stored: 0 }]);
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
