import { connectCalls } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { fillApplication, outbox, stored, submitForm, thanks } from '../kit/page.ts';
import { button, form, openForm, told } from './visitor.ts';

test('one form over two tabs has one text, is sent once, and closing it in one loses nothing @full', async ({
  app: { line, posts },
  context,
  page,
}) => {
  await openForm(page);
  await fillApplication(page);
  await expect.poll(async () => JSON.stringify(await stored(page))).toContain('profiles.example/mutinta');
  const other = await context.newPage();
  await openForm(other);
  const description = (tab: typeof page) => form(tab).getByLabel('Description');
  await expect(description(other)).toHaveValue('I solder, and I write firmware.');
  await description(other).fill('I solder in two tabs.');
  await expect(description(page)).toHaveValue('I solder in two tabs.');
  expect(await stored(page)).toHaveLength(1);

  const answer = line.hold('POST', connectCalls.jobApply);
  await submitForm(page);
  await expect.poll(() => posts().length).toBe(1);
  await expect(button(form(other), 'Please Wait')).toBeDisabled();
  await button(form(other), 'Close').click();
  await expect(form(other)).toBeHidden();
  answer();
  await expect(thanks(page).or(told(page))).toBeVisible();
  await expect.poll(() => stored(page)).toMatchObject([{ state: 'followed', fields: {} }]);
  for (const tab of [page, other]) await expect(outbox(tab)).toBeHidden();
  expect(posts()).toHaveLength(1);
});
