import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive, submitForm, thanks } from '../kit/page.ts';

test.use({ expectedErrors: [failedRequest] });

const name = (page: Page) => page.getByLabel('Full name');

async function fill(page: Page, email: string): Promise<void> {
  await name(page).fill('Mutinta Banda');
  await page.getByLabel('Email').fill(email);
}

test('I subscribe: it is sent once, and a static dialog thanks me', async ({ page, app }) => {
  await openLive(page, pages.mediaRoom.path);
  await fill(page, 'mutinta@example.com');
  const { promise: until, resolve: letItArrive } = Promise.withResolvers<void>();
  app.line.next('POST', '/subscribe', { until });
  await submitForm(page);
  await expect(page.getByRole('button', { name: 'Please Wait' })).toBeDisabled();
  letItArrive();
  await expect(thanks(page)).toContainText('You are on the list.');
  await expect(name(page)).toHaveValue('');
  await page.mouse.click(5, 5);
  await expect(thanks(page)).toBeVisible();
  await thanks(page).getByRole('button', { name: 'Close' }).click();
  await expect(thanks(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  const [sent, ...others] = app.posts();
  expect(others).toEqual([]);
  expect(JSON.parse(sent?.body ?? '')).toEqual({ name: 'Mutinta Banda', email: 'mutinta@example.com' });
});

test('why a subscription could not be taken is told', async ({ page, app }) => {
  await openLive(page, pages.mediaRoom.path);
  await test.step('an address that the browser lets pass but nobody can write to stays in the form', async () => {
    await fill(page, 'mutinta@people');
    await submitForm(page);
    await expect(page.getByRole('alert')).toContainText('valid email address');
    await expect(name(page)).toHaveValue('Mutinta Banda');
    expect(app.posts()).toEqual([]);
  });
  for (const [mishap, words] of [
    [{ status: 422 }, 'Objection 422'],
    [{ status: 503 }, 'we will keep trying'],
    ['cut', 'when you are back online'],
  ] as const)
    await test.step(words, async () => {
      app.line.always('POST', '/subscribe', mishap);
      await fill(page, `${words.replaceAll(' ', '-')}@example.com`);
      await submitForm(page);
      await expect(thanks(page)).toContainText(words);
      await expect(name(page)).toHaveValue('');
      await thanks(page).getByRole('button', { name: 'Close' }).click();
    });
});
