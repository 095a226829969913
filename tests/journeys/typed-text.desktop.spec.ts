import { applicationForm } from '#src/content/application-form.ts';
import { connectCalls } from '#src/paths.ts';
import { emailText, profileText, requiredText } from '#src/words/form-errors.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, submitForm } from '../kit/page.ts';
import { apply, form, openForm } from './visitor.ts';

test.use({ expectedErrors: [failedRequest] });

const examples = [
  ['Profile link', 'profile', profileText, 'linkedin.com/in/mwila', 'https://linkedin.com/in/mwila'],
  ['Profile link', 'profile', profileText, 'none', null],
  ['Email', 'email', emailText, 'mailto:mwila@example.com', 'mwila@example.com'],
] as const;

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
    `${requiredText('Last name')} ${applicationForm.oneName}`,
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
