import type { Page } from '@playwright/test';

import { officePaths } from '#server/office-paths.ts';

import { expect, failedRequest } from '../kit/journey.ts';
import { enter, expectPage, test } from './office.ts';

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
    const links = () =>
      company.mail.mails.flatMap(
        ({ text }) => /\/office\/enter\/[\w.-]+/.exec(text.replace(/=\n/g, ''))?.[0] ?? [],
      );
    const before = links().length;
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expectPage(page, 'Check your email');
    await expect.poll(() => links().length).toBe(before + 1);
    await page.goto(links().at(-1) ?? '/');
    await expectPage(page, 'Welcome');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectPage(page, 'Today');
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  });
});

async function signOut(page: Page): Promise<void> {
  await page.getByText('Menu', { exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'Office' });
  await menu.getByRole('button', { name: 'Sign out' }).click();
}

test.describe('with a connection that goes', () => {
  test.use({ expectedErrors: [failedRequest] });

  test('a vacancy is written and opened; a note and an answer survive a lost connection', async ({
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
    await page.getByRole('button', { name: 'Check and open…' }).click();
    await expectPage(page, 'Open Welder of boards');
    await page.getByRole('button', { name: 'Open the vacancy' }).click();
    await expect(page).toHaveURL(/\/office\/vacancies\/welder-of-boards\?done=opened$/);

    await company.applied('welder-of-boards', [{ name: 'Thandiwe Testfield' }]);
    await page.goto(officePaths.applications);
    await page.getByRole('link', { name: 'Thandiwe Testfield' }).click();
    await page.getByLabel('Note for us').fill('Come on Monday.');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByRole('alert')).toContainText('What you typed is still here');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByRole('status')).toHaveText('Saved.');
    await expect(page.getByLabel('Note for us')).toHaveValue('Come on Monday.');

    await page.getByRole('link', { name: 'Write an answer' }).click();
    await page.getByRole('button', { name: 'See the email' }).click();
    await page.getByRole('button', { name: 'Back to the text' }).click();
    await expectPage(page, 'Answer Thandiwe Testfield');
    await page.getByRole('button', { name: 'See the email' }).click();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send it' }).click();
    await expect(page.getByRole('alert')).toContainText('press the button again');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send it' }).click();
    await expect(page.getByRole('status')).toHaveText('The email waits to be sent.');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('somebody signs in, shortlists and answers', async ({ page, company }) => {
    await company.applied(await someVacancy(page), [{ name: 'Plain Testfield' }]);
    await enter(page, company);
    await page.goto(officePaths.applications);
    await page.getByRole('link', { name: 'Plain Testfield' }).click();
    await page.getByRole('button', { name: 'Shortlist' }).click();
    await expect(page.getByRole('status')).toContainText('Plain Testfield is shortlisted.');
    await page.getByRole('link', { name: 'Back to Plain Testfield' }).click();
    await page.getByRole('link', { name: 'Write an answer' }).click();
    await page.getByRole('button', { name: 'See the email' }).click();
    await page.getByRole('button', { name: 'Send it' }).click();
    await expect(page.getByRole('status')).toHaveText('The email waits to be sent.');
  });
});

async function someVacancy(page: Page): Promise<string> {
  const { payload } = (await (await page.request.get('/connect/v1/job-list')).json()) as {
    payload: { _id: string }[];
  };
  return payload[0]?._id ?? '';
}
