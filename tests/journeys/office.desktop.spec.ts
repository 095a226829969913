import { officePaths } from '#server/office/office-paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest } from '../kit/journey.ts';
import { closeFor, openFor } from '../kit/office-steps.ts';
import { enter, expectLook, expectPage, handOf, signOut, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 }, expectedErrors: [failedRequest] });

test('a person invited by a link adds a passkey and signs in with it', async ({ page, company }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
  const verified = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...kind, ...verified } });
  await enter(page, company);
  await expectPage(page, 'Today');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('1 passkey', { exact: true })).toBeVisible();
  await expectPage(page, 'Your access');
  await signOut(page);
  await expectPage(page, 'Sign in');
  await expectNoFindings(page, { inBothTiers: true });
  await page.getByLabel('Email').fill('boss@hcs.example');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expectLook(page, 'Check your email');
  await page.goto(officePaths.people);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
  await page.goto(officePaths.home);
  await expectPage(page, 'Today');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
});

test('a note and an answer survive a lost connection', async ({ page, company }) => {
  await enter(page, company);
  await company.applied('pcb-design-intern', [{ name: 'Thandiwe Testfield' }]);
  await page.goto(officePaths.applications);
  await page.getByRole('link', { name: 'Thandiwe Testfield' }).click();
  await page.getByLabel('Note for us').fill('Come on Monday.');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('alert')).toContainText('What you typed is still here');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('status')).toHaveText('Saved.');
  await expect(page.getByLabel('Note for us')).toHaveValue('Come on Monday.');

  await page.getByRole('link', { name: 'Write a reply' }).click();
  await page.getByRole('button', { name: 'See the email' }).click();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByRole('alert')).toContainText('press the button again');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByRole('status')).toHaveText('The email was queued.');
});

test('a vacancy is opened, and closed with an answer to all who applied', async ({ page, company }) => {
  const look = (title: string) => expectPage(page, title);
  const hand = handOf(page);
  await enter(page, company);
  await openFor('Welder', hand, company, look);
  await closeFor('Welder', hand, 16, look);
});
