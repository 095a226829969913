import { applicationForm } from '#src/content/application-form.ts';
import { ask } from '#src/content/ask.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { emailText, profileText, requiredText } from '#src/words/form-errors.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, submitForm } from '../kit/page.ts';
import { emails, links, phones } from '../kit/typed-examples.ts';
import { apply, form, openForm } from './visitor.ts';

test.use({ expectedErrors: [failedRequest] });

const examples = [
  ...links.slice(0, 22).map((example) => ['Profile link', 'profile', profileText, ...example] as const),
  ...emails.slice(0, 22).map((example) => ['Email', 'email', emailText, ...example] as const),
  ...phones.slice(0, 13).map(({ typed, stored = typed }) => ['Mobile', 'mobile', '', typed, stored] as const),
];

test('the form posts and shows what I meant, or says what to write', async ({ page, app }) => {
  await openForm(page);
  await fillApplication(page);
  app.line.always('POST', connectCalls.jobApply, { status: 422 });
  let count = 0;
  for (const [label, name, refusal, typed, stored] of examples) {
    const field = page.getByLabel(label);
    const before = await field.inputValue();
    await field.fill(typed);
    await submitForm(page);
    if (stored === null) await expect(form(page).getByRole('alert'), typed).toHaveText(refusal);
    else {
      count += 1;
      await expect.poll(() => app.posts().length, typed).toBe(count);
      expect(JSON.parse(app.posts().at(-1)?.body ?? '')).toMatchObject({ [name]: stored });
      await expect(form(page).getByRole('alert'), typed).toHaveText('Objection 422');
      await expect(field, typed).toHaveValue(stored);
    }
    await expect(field, typed).toHaveAttribute('aria-invalid', String(stored === null));
    await field.fill(before);
  }
});

test('the browser says in our words what is missing; a problem with the name marks both its parts', async ({
  page,
}) => {
  const message = (label: string) =>
    page.getByLabel(label).evaluate((input: HTMLInputElement) => input.validationMessage);
  await apply(page, { 'Last name': '', Email: '' });
  expect([await message('Last name'), await message('Email'), await message('Mobile')]).toEqual([
    applicationForm.oneName,
    requiredText('Email'),
    '',
  ]);
  await fillApplication(page, { 'First name': ' ', 'Last name': '\u2060' });
  expect(await message('Last name')).toBe('');
  await submitForm(page);
  await expect(form(page).getByRole('alert')).toHaveText(requiredText('Name'));
  for (const label of ['First name', 'Last name'])
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
});

test('above email and phone the form says that one of the two is enough @full', async ({ page }) => {
  await openLive(page, pages.ask.path);
  const group = page.getByRole('group', { name: ask.reach });
  for (const name of ['Email', 'Phone'])
    await expect(group.getByRole('textbox', { name, exact: true })).toBeVisible();
});

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('a form is accepted even if a proxy hides where it comes from @full', async ({ page }) => {
    await page.route(`**${pages.ask.path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'referrer-policy': 'no-referrer' } });
    });
    await page.goto(pages.ask.path);
    await page.getByLabel('Name').fill('Bwalya');
    await page.getByLabel('Phone').fill('\u202a+260 96 765 4321\u202c');
    await page.getByLabel('About').selectOption('ZStudy');
    await page.getByLabel('Message').fill('How much is it?');
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await submitForm(page);
    expect(await (await posted).headerValue('origin')).toBe('null');
    await expect(page).toHaveURL(pages.thanks.path);
  });
});
