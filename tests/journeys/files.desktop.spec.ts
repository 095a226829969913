import { filesWords as words } from '#src/content/attachments.ts';
import * as ui from '#src/content/interface.ts';
import { outboxWords } from '#src/content/outbox.ts';
import { noRoomForFiles } from '#src/words/attachments.ts';
import { formWords } from '#src/words/forms.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, outbox, submitForm, thanks } from '../kit/page.ts';
import { fillRoom, makeRoom, serverFiles } from '../kit/server-files.ts';
import { cv, fileField } from './file-steps.ts';
import { button, form, list, openForm, phone } from './visitor.ts';

test.use({ viewport: phone, expectedErrors: [failedRequest], server: {} });

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
  // Loading a document would interrupt the request, whose lease ends much later.
  await button(thanks(page), ui.close).click();
  await outbox(page).click();
  await expect(list(page)).toContainText(noRoomForFiles);
  expect(await serverFiles(dataDir)).toMatchObject([{ name: 'all of it' }, { sha256, stored: 0 }]);
  await makeRoom(dataDir);
  await page.clock.fastForward('05:01');
  await expect.poll(() => serverFiles(dataDir)).toMatchObject([{ sha256, isWhole: true, refused: null }]);
  await expect(list(page)).toContainText(outboxWords.empty);
});
