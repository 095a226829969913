import { askPath, connectCalls } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { openLive, stored, submitForm, thanks } from '../kit/page.ts';
import { button, expectRepeat } from './visitor.ts';

test('a form that was frozen while another tab sent its text says that it was sent, and is empty', async ({
  app: { posts },
  context,
  page,
}) => {
  await openLive(page, askPath('osense'));
  for (const [label, text] of [
    ['Name', 'Bwalya'],
    ['Email', 'bwalya@example.com'],
    ['Message', 'How much is it?'],
  ] as const)
    await page.getByLabel(label).fill(text);
  await expect.poll(async () => JSON.stringify(await stored(page))).toContain('How much is it?');
  const other = await context.newPage();
  await openLive(other, askPath('osense'));
  await expect(other.getByLabel('Message')).toHaveValue('How much is it?');
  // A frozen tab runs nothing; messages wait for it.
  const session = await context.newCDPSession(other);
  await page.bringToFront();
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await submitForm(page);
  await expect(thanks(page)).toBeVisible();
  await button(thanks(page), 'Close').click();
  await expect.poll(() => stored(page)).toEqual([]);
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await other.bringToFront();
  // Its text has the same key.
  await submitForm(other);
  await expect(thanks(other)).toBeVisible();
  await expect(other.getByLabel('Message')).toHaveValue('');
  expectRepeat(posts().filter(({ path }) => path.endsWith(connectCalls.enquiry)));
});
