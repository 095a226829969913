import { applicationForm } from '#src/content/application-form.ts';
import { applyPath, connectCalls, pages } from '#src/paths.ts';
import { formWords } from '#src/words/forms.ts';
import { titles } from '#src/words/titles.ts';

import { expect, test } from '../kit/journey.ts';
import { applicant, fillApplication, openLive, stored, submitForm, thanks, untilLive } from '../kit/page.ts';
import { phone } from './visitor.ts';

const appScript = '/assets/entry-client-';

test('before the app has loaded, "Apply Now" leads to the form, and text stays', async ({ page, app }) => {
  const letAppCome = app.line.hold('GET', appScript);
  await page.goto(pages.career.path, { waitUntil: 'commit' });
  await page.getByText('Apply Now').first().click();
  await expect(page).toHaveURL(/\?apply=1$/);
  await fillApplication(page);
  letAppCome();
  await untilLive(page);
  const form = page.getByRole('dialog', { name: applicationForm.heading });
  await expect(page.getByLabel('Email')).toHaveValue(applicant.Email);
  await expect(form).toContainText(`${applicant.Description.length} of 1500 characters`);
  await submitForm(page);
  await expect(thanks(page)).toContainText(formWords.apply.sent);
  await expect(form).toBeHidden();
  await expect(page).not.toHaveURL(/apply/);
  expect(app.posts().map(({ path }) => path)).toEqual(['/connect/v1/job-apply']);
});

test('a form sent before the app has loaded is not kept as a draft, though the app comes before the answer', async ({
  page,
  app: { line, posts },
}) => {
  const letAppCome = line.hold('GET', appScript);
  await page.goto(applyPath('pcb-design-intern'), { waitUntil: 'commit' });
  await fillApplication(page);
  const answer = line.hold('POST', connectCalls.jobApply);
  // A click would wait for the answer.
  await page.locator('form[action$="/job-apply"]').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect.poll(() => posts().length).toBe(1);
  const appHasCome = page.waitForResponse((response) => response.url().includes(appScript));
  letAppCome();
  await appHasCome;
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles.thanks);
  await openLive(page, pages.career.path);
  expect(await stored(page)).toEqual([]);
  expect(posts()).toHaveLength(1);
});

test('what a password manager has filled in before the app has loaded, without an event, stays and is sent @full', async ({
  page,
  app,
}) => {
  const letAppCome = app.line.hold('GET', appScript);
  await page.goto(pages.ask.path, { waitUntil: 'commit' });
  await page.getByLabel('About').selectOption('ZStudy');
  await page.getByLabel('Message').fill('How much is it?');
  await page.evaluate(() => {
    for (const control of document.querySelectorAll<HTMLInputElement>(
      '[autocomplete=name], [autocomplete=email]',
    ))
      control.value = control.name === 'name' ? 'Bwalya' : 'bwalya@example.com';
  });
  letAppCome();
  await untilLive(page);
  await expect.poll(async () => JSON.stringify(await stored(page))).toContain('bwalya@example.com');
  await expect(page.getByLabel('Name')).toHaveValue('Bwalya');
  await submitForm(page);
  await expect(thanks(page)).toBeVisible();
  expect(app.posts().map(({ body }) => JSON.parse(body))).toMatchObject([
    { name: 'Bwalya', email: 'bwalya@example.com', message: 'How much is it?' },
  ]);
});

test('before the app has loaded, "Read More" opens and closes its dialog @full', async ({ page, app }) => {
  const letAppCome = app.line.hold('GET', appScript);
  await page.goto(pages.team.path, { waitUntil: 'commit' });
  const readMore = page.getByRole('link', { name: 'Read More about Natasha Phiri' });
  const dialog = page.getByRole('dialog', { name: 'Natasha Phiri' });
  await readMore.click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('link', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  await readMore.click();
  await expect(dialog).toBeVisible();
  letAppCome();
  await untilLive(page);
  await expect(dialog.and(page.locator(':modal'))).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(readMore).toBeFocused();
});

test('a menu opened by the HTML stays open once the app has loaded, even if a press does not focus buttons @full', async ({
  page,
  app,
}) => {
  await page.setViewportSize(phone);
  // Focus the nearest focusable ancestor instead of the button, as Safari does.
  await page.addInitScript(() => {
    addEventListener('mousedown', (event) => {
      const button = (event.target as Element).closest('button');
      if (button === null) return;
      event.preventDefault();
      button.parentElement?.closest<HTMLElement>('[tabindex]')?.focus();
    });
  });
  const letAppCome = app.line.hold('GET', appScript);
  await page.goto(pages.home.path, { waitUntil: 'commit' });
  const nav = page.getByRole('navigation', { name: 'Main' });
  const career = nav.locator(`a[href="${pages.career.path}"]`);
  await nav.getByRole('button', { name: 'Menu' }).click();
  const icons = () =>
    nav.locator('.navbar-toggler svg').evaluateAll((all) => all.map((icon) => icon.checkVisibility()));
  expect(await icons()).toEqual([false, true]);
  await nav.getByRole('button', { name: 'Inside' }).click();
  await expect(career).toBeVisible();
  letAppCome();
  await untilLive(page);
  await expect(nav.getByRole('button', { name: 'Inside' })).toHaveAttribute('aria-expanded', 'true');
  await expect(career).toBeVisible();
  await nav.getByRole('button', { name: 'Inside' }).click();
  await expect(career).toBeHidden();
});

test('the app waits for a slow page, and starts if no paint is reported @full', async ({ page }) => {
  const { promise: restMayCome, resolve: letRestCome } = Promise.withResolvers<void>();
  await page.route('**/rest.js', async (route) => {
    await restMayCome;
    await route.fulfill({ contentType: 'text/javascript', body: 'document.currentScript.remove()' });
  });
  await page.route(`**${pages.privacy.path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<footer', '<script src="/rest.js"></script><footer');
    await route.fulfill({ response, body });
  });
  const code = page.waitForResponse('**/assets/privacy-*.js');
  await page.goto(pages.privacy.path, { waitUntil: 'commit' });
  await (await code).finished();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  letRestCome();
  await untilLive(page);
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await openLive(page, pages.whoWeAre.path);
});
