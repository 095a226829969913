import { applicationForm } from '#src/content/application-form.ts';
import { outboxWords } from '#src/content/outbox.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { saved } from '#src/content/saved.ts';
import { applyPath, pages, vacancyPath } from '#src/paths.ts';
import { excessText } from '#src/words/form-errors.ts';
import { formWords } from '#src/words/forms.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import {
  expectApplication,
  fillApplication,
  goByLink,
  openLive,
  outbox,
  stored,
  submitForm,
  thanks,
  untilLive,
} from '../kit/page.ts';
import {
  apply,
  applyNow,
  button,
  form,
  formOpeners,
  leaveForm,
  main,
  modalForm,
  openForm,
  phone,
  pressApply,
  told,
  untilFormLeft,
} from './visitor.ts';

test.use({ viewport: phone, expectedErrors: [failedRequest] });

const vacancy = 'pcb-design-intern';

test("the form shows the server's objection, and can be sent again", async ({ page, app }) => {
  const description = page.getByLabel('Description');
  app.line.always('POST', '/job-apply', { status: 422 });
  await apply(page);
  await expect(form(page).getByRole('alert')).toHaveText('Objection 422');
  await expectApplication(page);
  await test.step('a pasted text that is too long is counted, not cut', async () => {
    await description.fill('x'.repeat(1612));
    await expect(description).toHaveValue('x'.repeat(1612));
    await expect(description).toHaveAccessibleDescription(excessText(1612, 1500));
  });
  await description.fill('Another text.');
  await submitForm(page);
  await expect.poll(() => app.posts().length).toBe(2);
  expect(new Set(app.posts().map(({ key }) => key)).size).toBe(2);
  await expect(form(page).getByRole('alert')).toHaveText('Objection 422');
  await page.keyboard.press('Escape');
  await expect(outbox(page)).toContainText(outboxWords.attention);
  await test.step('it can be sent again even though the vacancy is no longer listed', async () => {
    await pressApply(page);
    await page.route('**/job-list', (route) => route.fulfill({ json: { payload: [] } }));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(form(page)).toContainText(applicationForm.notListed);
    await expect(description).toHaveValue('Another text.');
    app.line.clear();
    await submitForm(page);
    await expect(thanks(page)).toContainText(formWords.apply.sent);
  });
});

test('my text survives Escape, Back and a reload; the close icon deletes it', async ({ page }) => {
  const firstName = page.getByLabel('First name');
  await openForm(page);
  await firstName.fill('Chipo');
  await page.mouse.click(3, 3);
  await expect(form(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await untilFormLeft(page);
  await expect(applyNow(page)).toBeFocused();
  await test.step('Enter that is held presses nothing in the dialog that it has opened', async () => {
    for (const _ of [1, 2, 3]) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(modalForm(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(form(page).getByRole('heading')).toBeFocused();
  });
  await expect(firstName).toHaveValue('Chipo');
  await page.goBack();
  await expect(form(page)).toBeHidden();
  await expect(page).toHaveURL(pages.career.path);
  await expect(applyNow(page)).toBeFocused();
  await expect.poll(async () => (await stored(page)).length).toBe(1);
  await page.reload();
  await untilLive(page);
  await expect(firstName).toBeHidden();
  await pressApply(page);
  await expect(firstName).toHaveValue('Chipo');
  await button(form(page), 'Close').click();
  await untilFormLeft(page);
  await expect.poll(() => stored(page)).toEqual([]);
  await pressApply(page);
  await expect(firstName).toHaveValue('');
});

test('the form in the page keeps what I typed; "Apply Now" makes it a dialog @full', async ({ page }) => {
  const firstName = page.getByLabel('First name');
  await openLive(page, applyPath(vacancy));
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /pcb-design-intern$/);
  await page.getByLabel('Description').fill('An hour of words.');
  await expect.poll(async () => (await stored(page)).length).toBe(1);
  await firstName.fill('Chi');
  await pressApply(page);
  await expect(form(page)).toHaveCount(1);
  await expect(firstName).toHaveValue('Chi');
  await page.keyboard.press('Escape');
  // The browser closes the dialog before the app replaces the URL.
  await expect(page).toHaveURL(vacancyPath(vacancy));
  await expect(form(page)).toBeHidden();
  await openLive(page, applyPath(vacancy));
  await firstName.press('Escape');
  await expect(form(page)).toBeHidden();
  await expect(applyNow(page)).toBeFocused();
  await expect(page).toHaveURL(vacancyPath(vacancy));
});

test('a form on its way that I closed holds back no other page, and its response closes no other form', async ({
  page,
  app,
}) => {
  const letItArrive = app.line.hold('POST', '/job-apply');
  await openForm(page);
  await fillApplication(page, { Email: 'first@example.com' });
  await form(page)
    .locator('form[action$="/job-apply"]')
    .evaluate((element: HTMLFormElement) => {
      // Two presses in one task are one.
      element.requestSubmit();
      element.requestSubmit();
    });
  await leaveForm(page);
  await goByLink(page, pages.saved);
  await expect(main(page).getByRole('heading', { name: saved.readable.heading })).toBeVisible();
  await goByLink(page, pages.career);
  await pressApply(page, formOpeners(page).nth(1));
  await page.getByLabel('First name').fill('Second');
  letItArrive();
  await expect(told(page)).toBeVisible();
  await expect(thanks(page)).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Second');
  await fillApplication(page, { Email: 'second@example.com' });
  const name =
    (await form(page).getByRole('heading').textContent())?.replace(`${applicationForm.heading} `, '') ?? '';
  await submitForm(page);
  await expect(thanks(page)).toHaveAccessibleName(outcomeWords.headings.there);
  await expect(thanks(page)).toContainText(`${formWords.apply.subject(name)} ${formWords.apply.sent}`);
  expect(app.posts()).toHaveLength(2);
});
