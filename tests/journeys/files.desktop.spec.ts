import type { Page } from '@playwright/test';

import { filesWords as words } from '#src/content/attachments.ts';
import { sendWithout } from '#src/content/field.ts';
import * as ui from '#src/content/interface.ts';
import { connectCalls } from '#src/paths.ts';
import { formWords } from '#src/words/forms.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, stored, submitForm, thanks } from '../kit/page.ts';
import { fileField } from './file-steps.ts';
import { button, form, leaveForm, openForm, phone, pressApply, status, untilFormLeft } from './visitor.ts';

test.use({ viewport: phone, expectedErrors: [failedRequest] });

const photo = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ),
};

/** Holds the drawing of photos until the returned function is called, or the document is left. */
async function holdDrawing(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const draw = createImageBitmap;
    const { promise: isHeld, resolve } = Promise.withResolvers<void>();
    const createHeld = async (image: Blob) => isHeld.then(() => draw(image));
    Object.assign(window, { createImageBitmap: createHeld, letDraw: resolve });
  });
  return () => page.evaluate(() => Reflect.get(window, 'letDraw')());
}

test('a text that waits for a photo waits in the form that is opened again, and can be deleted or sent without it', async ({
  app: { line, posts },
  page,
}) => {
  await openForm(page);
  await fillApplication(page);
  await test.step('a photo whose page was left while it was drawn is no other', async () => {
    for (const _ of [1, 2, 3]) {
      await holdDrawing(page);
      await fileField(page).setInputFiles(photo);
      await expect(status(page, words.preparing)).toBeVisible();
      await page.reload();
      await expect(fileField(page)).toBeEnabled();
    }
    await fileField(page).setInputFiles(photo);
    await button(form(page), words.remove).click();
  });
  await test.step('its close icon deletes it', async () => {
    const letDraw = await holdDrawing(page);
    await fileField(page).setInputFiles(photo);
    await submitForm(page);
    await leaveForm(page);
    await pressApply(page);
    await expect(button(page, ui.busy)).toBeDisabled();
    await expect(page.getByLabel('Description')).not.toBeEditable();
    await button(form(page), ui.close).click();
    await expect.poll(() => stored(page)).toEqual([]);
    await letDraw();
    await untilFormLeft(page);
  });
  await test.step('sent without it, what is drawn later begins nothing', async () => {
    await pressApply(page);
    await fillApplication(page);
    const letDraw = await holdDrawing(page);
    await fileField(page).setInputFiles(photo);
    await submitForm(page);
    const answer = line.hold('POST', connectCalls.jobApply);
    await button(form(page), sendWithout).click();
    await expect.poll(() => posts().length).toBe(1);
    await letDraw();
    answer();
    await expect(thanks(page)).toContainText(formWords.apply.sent);
    await expect.poll(() => stored(page)).toMatchObject([{ state: 'followed', files: undefined }]);
    expect(posts()).toHaveLength(1);
  });
});
