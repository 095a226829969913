import { officePaths } from '#server/office/office-paths.ts';

import { expect } from '../kit/journey.ts';
import { lists } from '../kit/subscriber-lists.ts';
import { enter, expectPage, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

const documented = lists.filter(({ source }) => source !== undefined);

for (const javaScriptEnabled of [true, false])
  test.describe(`lists of eight programs, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled });

    test('who opted out is not added by what is preset', async ({ page, company }) => {
      await enter(page, company);
      expect(documented).toHaveLength(8);
      for (const [index, { tool, csv, never, says }] of documented.entries()) {
        await page.goto(officePaths.subscribers);
        await page.getByText('Import from a file').click();
        // Each list has addresses of its own.
        const own = (text: string) =>
          text.replaceAll('@example.com', `@list${index}${javaScriptEnabled}.example.com`);
        const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(own(csv)) };
        await page.getByLabel('List of subscribers').setInputFiles(file);
        await page.getByRole('button', { name: 'Read the list…' }).click();
        await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        await page.getByRole('button', { name: 'Next' }).click();
        for (const head of Object.keys(says))
          await expect(page.getByRole('group', { name: head })).toBeVisible();
        await expectPage(page, 'Import subscribers');
        await page.getByLabel('They agreed to get our newsletter').check();
        await page.getByLabel('Where and when they agreed').fill('Our stand, July 2026');
        await page.getByRole('button', { name: /^Add \d+ (?:person|people)$/ }).click();
        await expectPage(page, 'Subscribers');
        for (const email of never) await expect(page.getByText(own(email)), tool).toHaveCount(0);
      }
    });
  });
