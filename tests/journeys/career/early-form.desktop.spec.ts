import type { Page } from '@playwright/test';

import { applyPath, connectCalls, pages } from '#src/paths.ts';

import { fillForm, pressSubmit, recordsOnDisk, thanks } from '../../support/forms.ts';
import { expect, test } from '../../support/journey.ts';
import { expectLive, holdBack, openLive } from '../../support/live-page.ts';
import { storedAddresses } from '../../support/stored.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

const post = `**${connectCalls.jobApply}`;
const form = (page: Page) => page.getByRole('dialog', { name: /^Apply for/ });

async function formPath(page: Page): Promise<string> {
  const { payload } = await (await page.request.get('/connect/v1/job-list')).json();
  return applyPath(payload[0]._id);
}

/** Runs in the page: Playwright's own hands are tied while the browser waits for the next document. */
function pressWhenLive(): void {
  const timer = setInterval(() => {
    if (document.querySelector('nav.is-live') === null) return;
    clearInterval(timer);
    document.querySelector<HTMLButtonElement>('.dialog-in-page .btn-primary')?.click();
  }, 50);
}

test('a form that the browser is posting when the app comes is stored once, though it is pressed again', async ({
  page,
  site,
}) => {
  const email = 'pressed-twice@example.com';
  const letAppCome = await holdBack(page, '**/assets/entry-client-*.js');
  await page.addInitScript(pressWhenLive);
  await page.goto(await formPath(page), { waitUntil: 'commit' });
  await fillForm(page, 'apply', email);
  let posted = 0;
  let letAnswerCome = () => {};
  const answerMayCome = new Promise<void>((resolve) => {
    letAnswerCome = resolve;
  });
  await page.route(post, async (route) => {
    posted += 1;
    const response = await route.fetch({ maxRedirects: 0 });
    await answerMayCome;
    await route.fulfill({ response }).catch(() => undefined);
  });
  const submit = page.getByRole('button', { name: 'Submit application' });
  await submit.click({ noWaitAfter: true });
  await expect.poll(() => posted).toBe(1);
  letAppCome();
  await expect.poll(() => posted).toBe(2);
  letAnswerCome();
  await expect(page).toHaveURL(pages.thanks.path);
  expect(storedAddresses(site.dataDir, 'applications').filter((one) => one === email)).toHaveLength(1);
});

test('what was typed last time comes back around what is typed before it is there', async ({ page }) => {
  const path = await formPath(page);
  await openLive(page, path);
  await page.getByLabel('Description').fill('An hour of words.');
  await expect.poll(() => recordsOnDisk(page)).toContain('An hour');
  // A slow device: the draft comes after the first key.
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...about) {
      const request = open.apply(this, about);
      if (about[0] !== 'hcs') return request;
      Object.defineProperty(request, 'onsuccess', {
        set: (tell: (event: Event) => void) =>
          request.addEventListener('success', (event) => setTimeout(() => tell(event), 2_000)),
      });
      return request;
    };
  });
  await page.reload();
  await expectLive(page);
  await page.getByLabel('First name').pressSequentially('Chi');
  await expect(page.getByLabel('Description')).toHaveValue('An hour of words.');
  await expect(page.getByLabel('First name')).toHaveValue('Chi');
});

test('what the browser puts back into the form while it is sent, and is submitted again, is stored once', async ({
  page,
  site,
}) => {
  const email = 'back-and-forth@example.com';
  await page.goto(pages.privacy.path);
  await openLive(page, await formPath(page));
  await fillForm(page, 'apply', email);
  const letAnswerCome = await holdBack(page, post);
  await pressSubmit(page, 'apply');
  await expect(page.getByRole('button', { name: 'Please Wait' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveTitle(pages.privacy.title);
  await page.goForward();
  await expectLive(page);
  await expect(form(page)).toBeVisible();
  letAnswerCome();
  await fillForm(page, 'apply', email);
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toBeVisible();
  await expect
    .poll(() => storedAddresses(site.dataDir, 'applications').filter((one) => one === email))
    .toHaveLength(1);
});
