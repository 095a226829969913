import { connectCalls, pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive, stored, submitForm, thanks } from '../kit/page.ts';
import { button } from './visitor.ts';

test.use({ expectedErrors: [failedRequest] });

test('a form that was busy while another tab sent its text says that it was sent, and is empty', async ({
  app: { line, posts },
  context,
  page,
}) => {
  await openLive(page, pages.ask.path);
  for (const [label, text] of [
    ['Name', 'Bwalya'],
    ['Email', 'bwalya@example.com'],
    ['Message', 'How much is it?'],
  ] as const)
    await page.getByLabel(label).fill(text);
  await expect.poll(async () => JSON.stringify(await stored(page))).toContain('How much is it?');
  const other = await context.newPage();
  await openLive(other, pages.ask.path);
  await expect(other.getByLabel('Message')).toHaveValue('How much is it?');
  const address = `${otherPaths.health}?busy`;
  const release = line.hold('GET', address);
  await other.evaluate((url) => {
    setTimeout(() => {
      // Synchronous, so that the tab can do nothing else until the answer comes.
      const request = new XMLHttpRequest();
      request.open('GET', url, false);
      request.send();
    });
  }, address);
  await expect.poll(() => line.seen).toContain(`GET ${address}`);
  await submitForm(page);
  await expect(thanks(page)).toBeVisible();
  await button(thanks(page), 'Close').click();
  await expect.poll(() => stored(page)).toMatchObject([{ state: 'told', fields: {} }]);
  release();
  await other.bringToFront();
  await expect(thanks(other)).toBeVisible();
  await expect(other.getByLabel('Message')).toHaveValue('');
  expect(posts().filter(({ path }) => path.endsWith(connectCalls.enquiry))).toHaveLength(1);
});
