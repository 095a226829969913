import { expect, type Page } from '@playwright/test';

import { alertWords } from '#src/content/alerts.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { expectNoFindings } from '../../support/axe.ts';
import { untilKept } from '../../support/device.ts';
import { fillForm } from '../../support/forms.ts';
import { test, type Visit } from '../../support/outbox-scene.ts';
import { stubPushService } from '../../support/pushed.ts';
import { deleteEverything } from '../../support/saved-page.ts';
import { forgetAlerts, storedAlerts } from '../../support/stored.ts';

test.setTimeout(240_000);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Nobody has alerts; on a phone, with the permission given as a person would on the browser's question. */
async function openCareer({ site, weather, page }: Visit, permissions = ['notifications']): Promise<void> {
  forgetAlerts(site.dataDir);
  const origin = weather.url;
  await page.context().grantPermissions(permissions, { origin });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(origin + pages.career.path);
  await untilKept(page, connectCalls.jobList);
  await seeOffer(page);
}

async function turnOn(page: Page): Promise<void> {
  await button(page, alertWords.turnOn).click();
  await button(page, alertWords.turnOff).waitFor();
}

/** It stands below the list. */
async function seeOffer(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Apply Now' }).last().scrollIntoViewIfNeeded();
}

test('turned on below the list, and off in one press on the page of what is saved (push service stubbed)', async ({
  visit,
}) => {
  await using visited = await visit(stubPushService);
  const { site, weather, page } = visited;
  await openCareer(visited);
  await expect(button(page, alertWords.turnOn)).toBeVisible();
  await expectNoFindings(page);
  await button(page, alertWords.turnOn).click();
  await expect(page.getByText(alertWords.on)).toBeVisible();
  await expectNoFindings(page);
  expect(storedAlerts(site.dataDir)).toEqual([expect.stringMatching(/^https:\/\/fcm\.googleapis\.com\//)]);
  await page.goto(weather.url + pages.saved.path);
  await expect(button(page, alertWords.turnOff)).toBeVisible();
  await expectNoFindings(page);
  await button(page, alertWords.turnOff).click();
  await expect(button(page, alertWords.turnOn)).toBeVisible();
  await expect.poll(() => storedAlerts(site.dataDir)).toEqual([]);
});

test('off without a connection is off at once and stays off (push service stubbed)', async ({ visit }) => {
  await using visited = await visit(stubPushService);
  const { weather, page } = visited;
  await openCareer(visited);
  await turnOn(page);
  await weather.down();
  await button(page, alertWords.turnOff).click();
  await expect(button(page, alertWords.turnOn)).toBeVisible();
  await weather.up();
  await page.reload();
  await expect(button(page, alertWords.turnOn)).toBeVisible();
});

test('"Delete everything" turns alerts off (push service stubbed)', async ({ visit }) => {
  await using visited = await visit(stubPushService);
  const { site, weather, page } = visited;
  await openCareer(visited);
  await turnOn(page);
  await page.goto(weather.url + pages.saved.path);
  await deleteEverything(page);
  await expect.poll(() => storedAlerts(site.dataDir)).toEqual([]);
});

test('after an application the thanks offer it too, and move nothing by it', async ({ visit }) => {
  await using visited = await visit(stubPushService);
  const { page } = visited;
  await openCareer(visited);
  await page.getByRole('link', { name: 'Apply Now' }).first().click();
  await fillForm(page, 'apply', 'mwila@example.com');
  await button(page, 'Submit application').click();
  const thanks = page.getByRole('dialog', { name: /^Thank you/ });
  await expect(thanks.getByRole('button', { name: alertWords.turnOn })).toBeVisible();
  await expectNoFindings(page);
  const moved = await thanks.getByRole('link', { name: outcomeWords.follow }).evaluate((link) => {
    const before = link.getBoundingClientRect().top;
    link.nextElementSibling?.remove();
    return link.getBoundingClientRect().top - before;
  });
  expect(moved).toBe(0);
});

test('where the visitor said no, or the browser cannot, it says what helps and names feed and newsletter', async ({
  visit,
}) => {
  await using visited = await visit();
  const { page } = visited;
  await openCareer(visited, []);
  await expect(page.getByText(alertWords.denied)).toBeVisible();
  await expectNoFindings(page);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.reload();
  await seeOffer(page);
  await expect(page.getByText(alertWords.never)).toBeVisible();
  for (const name of [alertWords.feed, alertWords.newsletter])
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
  await page.addInitScript(() => Object.assign(navigator, { standalone: false }));
  await page.reload();
  await seeOffer(page);
  await expect(page.getByText(alertWords.install)).toBeVisible();
});
