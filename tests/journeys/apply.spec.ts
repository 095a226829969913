import { applicationForm } from '#src/content/application-form.ts';
import { pages } from '#src/paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { applicant, fillApplication, openLive, submitForm, thanks } from '../kit/page.ts';

// Animations would change the measured colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('I read a vacancy and apply: what I typed arrives once, and I am thanked', async ({ page, app }) => {
  await openLive(page, pages.career.path);
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect(first).toContainText(/Date: \d+(?:st|nd|rd|th) [A-Z][a-z]+/);
  const name = (await first.getByRole('heading').textContent()) ?? '';
  await first.getByRole('link', { name: /^Read More/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const applyNow = page.getByRole('link', { name: 'Apply Now' });
  await applyNow.click();
  const form = page.getByRole('dialog', { name: `${applicationForm.heading} ${name}` });
  await fillApplication(page);
  await expect(form).toContainText(`${applicant.Description.length} of 1500 characters`);
  await expectNoFindings(page);
  const { promise: until, resolve: letItArrive } = Promise.withResolvers<void>();
  app.line.next('POST', '/job-apply', { until });
  await submitForm(page);
  await expect(form.getByRole('button', { name: 'Please Wait' })).toBeDisabled();
  letItArrive();
  await expect(thanks(page)).toHaveAccessibleName(`Thank you for your application: ${name}`);
  await expect(thanks(page)).toContainText('It has arrived');
  await expect(form).toBeHidden();
  await expectNoFindings(page);
  const [sent, ...others] = app.posts();
  expect(others).toEqual([]);
  const { 'First name': _first, 'Last name': _last, ...person } = applicant;
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    name: 'Mutinta Banda',
    email: person.Email,
    mobile: person.Mobile,
    description: person.Description,
    job: expect.stringMatching(/^[\w-]+$/),
    profile: person['Profile link'],
  });
  await thanks(page).getByRole('button', { name: 'Close' }).click();
  await expect(applyNow).toBeFocused();
  await applyNow.click();
  await expect(page.getByLabel('First name')).toHaveValue('');
});
