import { applicationForm } from '#src/content/application-form.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { pages } from '#src/paths.ts';
import { formWords } from '#src/words/forms.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { applicant, applicantBody, isTickBox, openLive, thanks } from '../kit/page.ts';
import { applyNow, heading, main, modalForm, pressApply, screens } from './visitor.ts';

for (const [screen, options] of Object.entries(screens))
  test.describe(screen, () => {
    test.use(options);

    test('I read a vacancy and apply: my text arrives once, and I am thanked', async ({ page, app }) => {
      await openLive(page, pages.career.path);
      const first = main(page).getByRole('listitem').first();
      await expect(first).toContainText(/Date: \d+(?:st|nd|rd|th) [A-Z][a-z]+/);
      const name = (await first.getByRole('heading').textContent()) ?? '';
      await first.getByRole('link', { name: /^Read More/ }).click();
      await expect(heading(page)).toHaveText(name);
      // Use only the keyboard.
      await applyNow(page).press('Enter');
      await expect(modalForm(page)).toBeVisible();
      const form = page.getByRole('dialog', { name: `${applicationForm.heading} ${name}` });
      for (const [label, text] of Object.entries(applicant)) {
        const field = page.getByLabel(label);
        for (let step = 0; step < 3 && !(await field.and(page.locator(':focus')).count()); step += 1)
          await page.keyboard.press('Tab');
        await expect(field).toBeFocused();
        await ((await isTickBox(field)) ? page.keyboard.press('Space') : page.keyboard.type(text));
      }
      await expect(form).toContainText(`${applicant.Description.length} of 1500 characters`);
      await expectNoFindings(page, { inBothTiers: true });
      const letItArrive = app.line.hold('POST', '/job-apply');
      await page.keyboard.press('Enter');
      await expect(form.getByRole('button', { name: 'Please Wait' })).toBeDisabled();
      letItArrive();
      await expect(thanks(page)).toHaveAccessibleName(outcomeWords.headings.there);
      await expect(thanks(page)).toContainText(`${formWords.apply.subject(name)} ${formWords.apply.sent}`);
      await expect(form).toBeHidden();
      await expectNoFindings(page);
      const [sent, ...others] = app.posts();
      expect(others).toEqual([]);
      expect(JSON.parse(sent?.body ?? '')).toEqual({
        ...applicantBody,
        name: 'Mutinta Banda',
        job: expect.stringMatching(/^[\w-]+$/),
      });
      await page.keyboard.press('Escape');
      await expect(applyNow(page)).toBeFocused();
      await pressApply(page);
      await expect(page.getByLabel('First name')).toHaveValue('');
    });
  });
