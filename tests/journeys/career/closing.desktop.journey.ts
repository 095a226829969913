import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@playwright/test';

import { connectCalls, pages, vacancyPath } from '#src/paths.ts';

import { untilKept } from '../../support/device.ts';
import { expectLive } from '../../support/live-page.ts';
import { test } from '../../support/outbox-scene.ts';
import { runCommand } from '../../support/stored.ts';

test.setTimeout(240_000);

const closing = 'Closes on Friday, 7th March 2036';

test("the end of a vacancy is told as the server says it, whatever this phone's clock says", async ({
  visit,
}) => {
  await using visited = await visit();
  const { weather, page, site } = visited;
  const file = join(tmpdir(), `hcs-solderer-${process.pid}.md`);
  await writeFile(file, '---\nname: Solderer\ntype: part-time\nclosesAt: 2036-03-07\n---\nSteady hands.\n');
  await runCommand(site.dataDir, 'vacancy', 'open', file);
  const main = page.getByRole('main');
  await page.clock.setFixedTime('2036-03-09T10:00:00+02:00');
  await page.goto(weather.url + pages.career.path);
  await expectLive(page);
  await expect(main.getByRole('listitem').filter({ hasText: 'Solderer' })).toContainText(closing);
  await untilKept(page, connectCalls.jobList);
  await weather.down();
  await page.goto(weather.url + vacancyPath('solderer'));
  await expectLive(page);
  await expect(main.locator('.lead')).toHaveText(`Part-time. ${closing}`);
  await expect(main.locator('time').last()).toHaveText(closing);
  await expect(main.getByText('Steady hands.')).toHaveCount(1);
  await expect(main.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /Closes%20on/);
});
