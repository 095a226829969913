import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive, thanks } from '../kit/page.ts';
import { button, subscribe } from './visitor.ts';

test.use({ expectedErrors: [failedRequest] });

const name = (page: Page) => page.getByLabel('Full name');

test('I subscribe: it is sent once, and a static dialog thanks me', async ({ page, app }) => {
  await openLive(page, pages.mediaRoom.path);
  const letItArrive = app.line.hold('POST', '/subscribe');
  await subscribe(page);
  await expect(page.getByRole('button', { name: 'Please Wait' })).toBeDisabled();
  letItArrive();
  await expect(thanks(page)).toContainText('You are on the list.');
  await expect(name(page)).toHaveValue('');
  await page.mouse.click(5, 5);
  await expect(thanks(page)).toBeVisible();
  await button(thanks(page), 'Close').click();
  await expect(thanks(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  const [sent, ...others] = app.posts();
  expect(others).toEqual([]);
  expect(JSON.parse(sent?.body ?? '')).toEqual({ name: 'Mutinta Banda', email: 'mutinta@example.com' });
});

test('why a subscription could not be taken is told', async ({ page, app }) => {
  await openLive(page, pages.mediaRoom.path);
  await test.step('an address that the browser lets pass but nobody can write to stays in the form', async () => {
    await subscribe(page, 'mutinta@people');
    await expect(page.getByRole('alert')).toContainText('valid email address');
    await expect(name(page)).toHaveValue('Mutinta Banda');
    expect(app.posts()).toEqual([]);
  });
  app.line.next('POST', '/subscribe', { status: 422 });
  await subscribe(page);
  await expect(thanks(page)).toContainText('Objection 422');
  await expect(name(page)).toHaveValue('');
});
