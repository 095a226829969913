import { filesWords as words } from '#src/content/files.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, outbox, submitForm, thanks, untilReady } from '../kit/page.ts';
import { serverFiles } from '../kit/server-files.ts';
import { cv, fileField, storedParts } from './file-steps.ts';
import { button, form, openDevTools, openForm, untilStored } from './visitor.ts';

test.use({ expectedErrors: [failedRequest], server: {}, isWhole: true });

test('a CV chosen offline is sent once by Background Sync, with the browser closed in between @full', async ({
  app: { line, posts, url, dataDir },
  device,
}) => {
  let page = device.page();
  await openLive(page, pages.career.path);
  await untilReady(page);
  await untilStored(page, connectCalls.features);
  await line.down();
  await openForm(page);
  await fillApplication(page);
  const file = cv();
  await fileField(page).setInputFiles(file);
  await expect(button(form(page), words.remove)).toBeVisible();
  await submitForm(page);
  await expect(thanks(page)).toContainText(outcomeWords.offline);
  page = await device.restart();
  await page.goto('about:blank');
  await line.up();

  const { session, registrationId } = await openDevTools(page);
  const event = { origin: url, tag: 'outbox', lastChance: false };
  await expect
    .poll(async () => {
      await session.send('ServiceWorker.dispatchSyncEvent', { ...event, registrationId: registrationId() });
      return (await serverFiles(dataDir)).map(({ isWhole }) => isWhole);
    })
    .toEqual([true]);
  expect(await serverFiles(dataDir)).toMatchObject([{ sha256: file.sha256, name: file.name }]);
  expect(posts()).toHaveLength(1);
  expect(line.seen.filter((one) => one.startsWith('PUT '))).toHaveLength(4);
  await openLive(page, pages.privacy.path);
  await expect(outbox(page)).toBeHidden();
  await expect.poll(() => storedParts(page)).toBe(0);
});
