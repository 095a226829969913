import type { Page } from '@playwright/test';

import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';
import { invite } from '#server/domain/people.ts';
import { officePaths } from '#server/office-paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { test as base, expect } from '../kit/journey.ts';
import { startServer } from '../kit/server.ts';
import { type MailServer, startMailServer } from '../service/mail.ts';

export const applicant = {
  email: 'somebody@example.com',
  mobile: '+260 97 000 0000',
  description: 'I solder, and I write firmware.',
  profile: 'https://profiles.example/somebody',
};

export type Company = { url: string; mail: MailServer; invited(): Promise<string> };

/** Uses a server of its own: a passkey belongs to a name such as localhost, never to an IP address. */
export const test = base.extend<object, { company: Company }>({
  company: [
    async ({ browserName: _browser }, use) => {
      await using mail = await startMailServer();
      await using server = await startServer({ SMTP_URL: mail.url });
      const url = server.url.replace('127.0.0.1', 'localhost');
      await server.stop();
      await server.start({ SITE_URL: url });
      const config = readConfig({ DATA_DIR: server.dataDir });
      const invited = async () => {
        const store = await openStore(config);
        const { token } = await store.write((trx) => invite(trx, 'boss@hcs.example', 'all'));
        await store.close();
        return officePaths.enter(token);
      };
      await use({ url, mail, invited });
    },
    { scope: 'worker' },
  ],
  app: ({ shared, company }, use) => use({ ...shared, url: company.url }),
});

export async function enter(page: Page, company: Company): Promise<void> {
  await page.goto(await company.invited());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
}

/** What every page of the office promises. */
export async function expectPage(page: Page, title: string | RegExp = /./): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const visible = await page.getByRole('main').textContent();
  expect(visible).not.toMatch(/\d{4}-\d\d-\d\d|Mozilla/);
  expect(await page.locator('.btn-primary').count()).toBeLessThanOrEqual(1);
  const isSmall = (element: Element) => element.getBoundingClientRect().height < 44;
  for (const button of await page.locator('.btn, summary').filter({ visible: true }).all())
    expect([await button.textContent(), await button.evaluate(isSmall)]).toEqual([expect.any(String), false]);
  await expectNoFindings(page);
}
