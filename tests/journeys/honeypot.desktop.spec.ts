import { honeypotField } from '#src/contract/answer.ts';

import { fillForm, openForm, pressSubmit, requests, storedAs, thanks } from '../support/forms.ts';
import { expect, test } from '../support/journey.ts';
import { expectLive } from '../support/live-page.ts';
import { runCommand } from '../support/stored.ts';

for (const request of requests)
  test(`${request} with the honeypot filled, as a browser's filler may do, arrives and is marked`, async ({
    page,
    site,
  }) => {
    const email = `filled-${request}@example.com`;
    await openForm(page, site.url, request);
    await expectLive(page);
    await fillForm(page, request, email);
    await page.locator(`[name=${honeypotField}]`).evaluate((field: HTMLInputElement) => {
      field.value = 'https://mine.example';
    });
    await pressSubmit(page, request);
    await expect(thanks(page)).toBeVisible();
    const rows = JSON.parse(await runCommand(site.dataDir, storedAs[request], '--json')) as {
      email: string;
      isFlagged: boolean;
    }[];
    expect(rows.find((row) => row.email === email)?.isFlagged).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('mine.example');
  });
