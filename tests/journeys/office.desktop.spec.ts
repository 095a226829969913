import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { officePaths } from '#server/office-paths.ts';

import { expect, failedRequest } from '../kit/journey.ts';
import { applicant, enter, expectPage, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

test.describe('with a page that asks to sign in', () => {
  test.use({ expectedErrors: [failedRequest] });

  test('invited by a link, then in by a passkey, then by a link in a mail', async ({ page, company }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
    const verified = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
    await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...kind, ...verified } });
    await enter(page, company);
    await expectPage(page, 'Today');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('Passkeys: 1')).toBeVisible();
    await expectPage(page, 'Your access');
    await signOut(page);
    await expectPage(page, 'Sign in');
    await page.goto(officePaths.people);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
    await signOut(page);
    await page.getByLabel('Email').fill('boss@hcs.example');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expectPage(page, 'Check your email');
    await expect.poll(() => company.mail.mails.length).toBe(1);
    const text = company.mail.mails[0]?.text.replace(/=\n/g, '') ?? '';
    await page.goto(/\/office\/enter\/[\w.-]+/.exec(text)?.[0] ?? '/');
    await expectPage(page, 'Welcome');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectPage(page, 'Today');
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  });
});

async function signOut(page: Page): Promise<void> {
  await page.getByText('Menu', { exact: true }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}

test.describe('with a connection that goes', () => {
  test.use({ expectedErrors: [failedRequest] });

  test('a vacancy is opened and applied for; the applicant sees the note; no connection loses no text', async ({
    page,
    company,
  }) => {
    await enter(page, company);
    await page.goto(officePaths.vacancy('new'));
    await page.getByLabel('Title').fill('Welder of boards');
    await page.getByLabel('Type').fill('full-time');
    await page.getByLabel('Text (Markdown)').fill('## Your work\n\nYou **weld**.');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = await opened;
    await expect(preview.getByRole('heading', { name: 'Your work' })).toBeVisible();
    await preview.close();
    await page.getByRole('button', { name: 'Open the vacancy' }).click();
    await expect(page).toHaveURL(/\/office\/vacancies\/welder-of-boards\?done=opened$/);

    const answer = await page.request.post('/connect/v1/job-apply', {
      data: { ...applicant, name: 'Thandiwe Testfield', job: 'welder-of-boards' },
    });
    const { secret } = (await answer.json()) as { secret: string };
    await page.goto(officePaths.applications);
    await page.getByRole('link', { name: 'Thandiwe Testfield' }).click();
    await page.getByLabel('Shortlisted').check();
    await page.getByLabel('Message to the applicant').fill('Come on Monday.');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('What you typed is still here');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status')).toHaveText('Saved.');
    await page.goto(`/application#${secret}`);
    await expect(page.getByText('Come on Monday.')).toBeVisible();
  });
});

test('an article with a photo from the phone is published', async ({ page, company }) => {
  await enter(page, company);
  await page.goto(officePaths.article('new'));
  await page.getByLabel('Title').fill('A photo of the line');
  await page.getByLabel('Text (Markdown)').fill('It runs.');
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await expect(page.getByText('draft', { exact: true })).toBeVisible();
  const photo = sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#70a12f' } });
  // The server refuses a GIF: it comes as the WebP that the browser made of it.
  const buffer = await photo.gif().toBuffer();
  await page.getByLabel('Picture').setInputFiles({ name: 'photo.gif', mimeType: 'image/gif', buffer });
  await page.getByRole('button', { name: 'Add the picture' }).click();
  await expect(page.locator('main img')).toHaveJSProperty('naturalWidth', 1600);
  await expectPage(page, 'A photo of the line');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('link', { name: 'On the site' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A photo of the line');
  await expect(page.locator('main img[srcset*="/uploads/"]').first()).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('somebody signs in, marks an application and writes an article', async ({ page, company }) => {
    await page.request.post('/connect/v1/job-apply', {
      data: { ...applicant, name: 'Plain Testfield', job: await someVacancy(page) },
    });
    await enter(page, company);
    await page.goto(officePaths.applications);
    await page.getByRole('link', { name: 'Plain Testfield' }).click();
    await page.getByLabel('Read').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status')).toHaveText('Saved.');
    await expect(page.getByLabel('Read')).toBeChecked();
    await page.goto(officePaths.article('new'));
    await page.getByLabel('Title').fill('Plain words');
    await page.getByLabel('Text (Markdown)').fill('Text');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('link', { name: 'On the site' })).toBeVisible();
  });
});

async function someVacancy(page: Page): Promise<string> {
  const { payload } = (await (await page.request.get('/connect/v1/job-list')).json()) as {
    payload: { _id: string }[];
  };
  return payload[0]?._id ?? '';
}
