import { pages } from '#src/paths.ts';

import { recordsOnDisk } from '../../support/forms.ts';
import { expect, test } from '../../support/journey.ts';
import { expectLive, openLive } from '../../support/live-page.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

const call = '**/connect/v1/subscribe';

test('a subscription is sent, the fields are cleared, and a static dialog thanks', async ({ page }) => {
  await openLive(page, pages.mediaRoom.path);
  await page.route(call, async (route) => {
    await expect(page.getByRole('button', { name: 'Please Wait' })).toBeDisabled();
    await route.continue();
  });
  const form = page.getByRole('form', { name: 'Newsletter' });
  await form.getByLabel('Full name').fill('Mutinta Banda');
  await form.getByLabel('Email').fill('mutinta@people.example');
  const sent = page.waitForRequest(call);
  await form.getByRole('button', { name: 'Subscribe' }).click();
  const request = await sent;
  expect(request.postDataJSON()).toEqual({ name: 'Mutinta Banda', email: 'mutinta@people.example' });
  expect(request.headers()['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  const dialog = page.getByRole('dialog', { name: /^Thank you/ });
  await expect(dialog).toBeVisible();
  await expect(form.getByLabel('Full name')).toHaveValue('');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(form.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
});

for (const [what, answer, words] of [
  ['a refusal is told with its reason', { status: 422, body: '{"error":"Not this one."}' }, 'Not this one.'],
  [
    'a service that cannot take it now is tried again',
    { status: 503, body: '{"error":"x"}' },
    'we will keep trying',
  ],
] as const)
  test(what, async ({ page }) => {
    await openLive(page, pages.mediaRoom.path);
    await page.route(call, (route) => route.fulfill({ contentType: 'application/json', ...answer }));
    await page.getByLabel('Full name').fill('Mutinta Banda');
    await page.getByLabel('Email').fill('mutinta@people.example');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('dialog', { name: /^Thank you/ })).toContainText(words);
    await expect(page.getByLabel('Full name')).toHaveValue('');
  });

test('without an answer the dialog says when it will be sent', async ({ page }) => {
  await openLive(page, pages.mediaRoom.path);
  await page.route(call, (route) => route.abort());
  await page.getByLabel('Full name').fill('Mutinta Banda');
  await page.getByLabel('Email').fill('mutinta@people.example');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('dialog', { name: /^Thank you/ })).toContainText('when you are back online');
});

test('what the browser lets pass but nobody can write to is refused in the form', async ({ page }) => {
  await openLive(page, pages.mediaRoom.path);
  await page.getByLabel('Full name').fill('Mutinta Banda');
  await page.getByLabel('Email').fill('mutinta@people');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('alert')).toContainText('valid email address');
  await expect(page.getByLabel('Full name')).toHaveValue('Mutinta Banda');
});

test('what is half typed outlives a reload of the tab, and goes once it was sent', async ({ page }) => {
  await openLive(page, pages.mediaRoom.path);
  await page.getByLabel('Full name').fill('Mutinta Banda');
  await expect.poll(() => recordsOnDisk(page)).toContain('Mutinta Banda');
  await page.reload();
  await expectLive(page);
  await expect(page.getByLabel('Full name')).toHaveValue('Mutinta Banda');
  await page.getByLabel('Email').fill('mutinta@people.example');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('dialog', { name: /^Thank you/ })).toBeVisible();
  await page.reload();
  await expectLive(page);
  await expect(page.getByLabel('Full name')).toHaveValue('');
});
