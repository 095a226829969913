import { expect, type Page } from '@playwright/test';

import { follow } from '#src/content/follow.ts';

import { applicant, firstVacancy } from './applicant.ts';
import { runCommand } from './stored.ts';

/** The operator marks the newest application. */
export async function mark(dataDir: string, ...words: string[]): Promise<void> {
  const [{ id }] = JSON.parse(await runCommand(dataDir, 'applications', '--json')) as [{ id: string }];
  await runCommand(dataDir, 'application', 'mark', id, ...words);
}

/** Applies by a program; gives the secret. */
export async function applyFor(siteUrl: string, email: string): Promise<string> {
  const answer = await fetch(`${siteUrl}/connect/v1/job-apply`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Mutinta Banda',
      email,
      mobile: applicant.Mobile,
      description: applicant.Description,
      job: await firstVacancy(siteUrl),
      profile: applicant['Profile link'],
    }),
  });
  const { secret } = (await answer.json()) as { secret: string };
  return secret;
}

export async function expectState(page: Page, state: keyof typeof follow.states): Promise<void> {
  await expect(page.getByRole('main').getByText(follow.states[state].text)).toBeVisible();
}
