import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type Page } from '@playwright/test';

import { connectCalls, pages, vacancyPath } from '#src/paths.ts';

import { expectNoFindings } from '../../support/axe.ts';
import { untilKept } from '../../support/device.ts';
import { draftsOnDisk } from '../../support/forms.ts';
import { expectLive } from '../../support/live-page.ts';
import { test } from '../../support/outbox-scene.ts';
import { part } from '../../support/saved-page.ts';
import type { Site } from '../../support/site.ts';
import { runCommand } from '../../support/stored.ts';

test.setTimeout(240_000);

const path = vacancyPath('solderer');
const day = 'Friday, 7th March 2036';
const form = (page: Page) => page.getByRole('dialog', { name: 'Apply for Solderer' });
const applyButton = (page: Page) => page.getByRole('main').locator('button[value="solderer"]');

async function openSolderer({ dataDir }: Site): Promise<void> {
  const file = join(tmpdir(), `hcs-solderer-${process.pid}.md`);
  await writeFile(file, '---\nname: Solderer\ntype: part-time\nclosesAt: 2036-03-07\n---\nSteady hands.\n');
  await runCommand(dataDir, 'vacancy', 'open', file);
}

/** The page's clock alone; what looks at it looks again, as when the visitor comes back to the page. */
async function setClock(page: Page, now: string): Promise<void> {
  await page.clock.setFixedTime(now);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

test('an end that comes near is told on list, page and form, beside a draft too; once it is there the page says by whose clock, and the form stays', async ({
  visit,
}) => {
  await using visited = await visit();
  const { weather, page, site } = visited;
  const thrown: string[] = [];
  page.on('console', (message) => message.type() === 'error' && thrown.push(message.text()));
  page.on('pageerror', (error) => thrown.push(String(error)));
  await openSolderer(site);
  const main = page.getByRole('main');
  const card = main.getByRole('listitem').filter({ hasText: 'Solderer' });

  await page.clock.setFixedTime('2036-03-05T10:00:00+02:00');
  await page.goto(weather.url + path);
  await expectLive(page);
  await expect(main.locator('time').last()).toHaveText(`Closes on ${day}`);
  await setClock(page, '2036-03-06T00:00:00+02:00');
  await expect(main.locator('time').last()).toHaveText(`Closes tomorrow, ${day}`);
  await applyButton(page).click();
  await expect(form(page).getByText(`Closes tomorrow, ${day}`)).toBeVisible();
  await form(page).getByLabel('First name').fill('Mutinta');
  await expect.poll(() => draftsOnDisk(page)).toContain('Mutinta');
  await page.reload();
  await expect(
    main.getByRole('status').filter({ hasText: 'not sent yet, and it closes tomorrow' }),
  ).toBeVisible();

  await page.goto(weather.url + pages.career.path);
  await expect(card).toContainText(`Closes tomorrow, ${day}`);
  await expect(card.getByRole('status')).toContainText('not sent yet, and it closes tomorrow');
  await setClock(page, '2036-03-07T23:59:59+02:00');
  await expect(card.getByRole('status')).toContainText('not sent yet, and it closes today');
  await applyButton(page).click();
  await expect(form(page).getByLabel('First name')).toHaveValue('Mutinta');

  await setClock(page, '2036-03-08T00:00:00+02:00');
  // The clock of a phone may be wrong: the server refuses what is too late.
  await expect(form(page)).toContainText('By this phone’s clock this vacancy has closed');
  await expect(form(page).getByRole('button', { name: 'Submit application' })).toBeEnabled();
  await expect(form(page).getByLabel('First name')).toHaveValue('Mutinta');
  await untilKept(page, connectCalls.jobList);
  expect(thrown).toEqual([]);

  await weather.down();
  await page.goto(weather.url + path);
  await expectLive(page);
  await expect(main.getByText(/^Saved copy/)).toBeVisible();
  await expect(main.locator('time').last()).toHaveText(`Closed on ${day}`);
  await expect(applyButton(page)).toBeVisible();
  // Whoever gets the message does not know this clock.
  await expect(main.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /Closes%20on/);
  await main.getByRole('button', { name: 'See what you typed' }).click();
  await expect(form(page).getByLabel('First name')).toHaveValue('Mutinta');
  await expect(form(page).getByRole('button', { name: 'Submit application' })).toBeEnabled();

  await runCommand(site.dataDir, 'vacancy', 'close', 'solderer');
  await weather.up();
  await page.goto(weather.url + path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.notFound.title);
  await main.getByRole('link', { name: 'See what you typed' }).click();
  const typed = part(page, 'Half typed').getByRole('listitem').filter({ hasText: 'Solderer' });
  await expect(typed).toContainText('Name: Mutinta');
  await expectNoFindings(page);
  await typed.getByRole('button', { name: 'Delete' }).click();
  await expect(typed).toHaveCount(0);
  await expect.poll(() => draftsOnDisk(page)).not.toContain('Mutinta');
});
