import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Page } from '@playwright/test';

import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { saved } from '#src/content/saved.ts';
import { pages } from '#src/paths.ts';
import { alertWords, newsWords, switchWords } from '#src/words/alerts.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive, stored, thanks } from '../kit/page.ts';
import { newSubscriber, standInForPushService } from '../kit/push.ts';
import { apply, button, main, more, phone, pressMore } from './visitor.ts';

test.use({ server: {}, isWhole: true, viewport: phone, expectedErrors: [failedRequest] });

/** What the server would send to this device. */
function standing(dataDir: string) {
  using store = new DatabaseSync(join(dataDir, 'hcs.sqlite'), { readOnly: true, timeout: 5_000 });
  const devices = store.prepare('select vacancies from devices').all() as { vacancies: number }[];
  const follows = store.prepare('select count(*) as count from follows').get() as { count: number };
  return { vacancies: devices.map(({ vacancies }) => vacancies === 1), follows: follows.count };
}

function change(dataDir: string, statement: string): void {
  using store = new DatabaseSync(join(dataDir, 'hcs.sqlite'), { timeout: 5_000 });
  store.exec(`pragma foreign_keys = on; ${statement}`);
}

const aside = (page: Page, name: string) => main(page).getByRole('complementary', { name });
const news = (page: Page) => aside(page, newsWords.heading);
const alerts = (page: Page) => aside(page, alertWords.heading);
const isSubscribed = (page: Page) => page.evaluate(() => 'push' in localStorage);

/** Applies, and opens the application's page, with notifications about it. */
async function applyWithNews(page: Page): Promise<string> {
  await apply(page, { Email: `${crypto.randomUUID()}@example.com` });
  await thanks(page).getByRole('link', { name: outcomeWords.follow }).click();
  await expect(main(page).getByText(follow.states.received.text)).toBeVisible();
  await button(news(page), newsWords.turnOn).click();
  await expect(news(page)).toContainText(newsWords.on);
  return page.url();
}

async function turnOnAlerts(page: Page): Promise<void> {
  await openLive(page, pages.saved.path);
  await button(alerts(page), alertWords.turnOn).click();
  await expect(alerts(page)).toContainText(alertWords.on);
}

/** Opens the page days later; the server has confirmed nothing since. */
async function openLater(page: Page, address: string, days: number): Promise<void> {
  await page.goto('about:blank');
  await page.clock.setFixedTime(Date.now() + days * 86_400_000);
  await page.goto(address);
}

test.beforeEach(async ({ app: { url }, device }) => {
  await device.context().grantPermissions(['notifications'], { origin: url });
  await device.context().addInitScript(standInForPushService, newSubscriber().subscription);
});

test('turning off alerts offline leaves news of an application on, and says what is not off yet @full', async ({
  app: { dataDir, line },
  device,
}) => {
  const page = device.page();
  const address = await applyWithNews(page);
  await turnOnAlerts(page);
  expect(standing(dataDir)).toEqual({ vacancies: [true], follows: 1 });
  await line.down();
  await button(alerts(page), alertWords.turnOff).click();
  await expect(alerts(page)).toContainText(switchWords.ending);
  await page.goto(address);
  await expect(news(page)).toContainText(newsWords.on);
  expect(await isSubscribed(page)).toBe(true);
  await line.up();
  await openLive(page, pages.saved.path);
  await expect(alerts(page)).toContainText(alertWords.off);
  expect(standing(dataDir)).toEqual({ vacancies: [false], follows: 1 });
});

test('an application removed offline ends its own news only, then the rest ends at once @full', async ({
  app: { dataDir, line },
  device,
}) => {
  const page = device.page();
  const one = await applyWithNews(page);
  const two = await applyWithNews(page);
  await turnOnAlerts(page);
  expect(standing(dataDir)).toEqual({ vacancies: [true], follows: 2 });
  await line.down();
  await page.goto(one);
  await pressMore(page, follow.remove);
  await expect(main(page).getByText(follow.removed)).toBeVisible();
  await page.goto(two);
  await expect(news(page)).toContainText(newsWords.on);
  await openLive(page, pages.saved.path);
  await expect(alerts(page)).toContainText(alertWords.on);
  await line.up();
  await expect.poll(() => standing(dataDir)).toEqual({ vacancies: [true], follows: 1 });

  await test.step('off is off at once, without a connection', async () => {
    await button(alerts(page), alertWords.turnOff).click();
    await expect(alerts(page)).toContainText(alertWords.off);
    await page.goto(two);
    await expect(news(page)).toContainText(newsWords.on);
    await line.down();
    await button(news(page), newsWords.turnOff).click();
    await expect(news(page)).toContainText(newsWords.off);
    expect(await isSubscribed(page)).toBe(false);
  });
});

test('a device that the server has lost gets news again @full', async ({ app: { dataDir }, device }) => {
  const page = device.page();
  const address = await applyWithNews(page);
  // After three refused pushes, a restore, or eleven devices.
  change(dataDir, 'delete from devices');
  await openLater(page, address, 2);
  await expect(news(page)).toContainText(newsWords.on);
  await expect.poll(() => standing(dataDir)).toEqual({ vacancies: [false], follows: 1 });
});

test('if the server does not take a lost device any more, the page says so @full', async ({
  app: { dataDir },
  device,
}) => {
  const page = device.page();
  const address = await applyWithNews(page);
  const others = Array.from({ length: 10 }, (_, index) => `('e${index}', 'k', 'k', 0, '2026')`).join();
  change(
    dataDir,
    `delete from devices; insert into devices (endpoint, p256dh, auth, vacancies, created_at) values ${others};
     insert into follows (application, endpoint, tag, created_at)
       select id, endpoint, 'x', '2026' from applications, devices`,
  );
  await openLater(page, address, 4);
  await expect(news(page)).toContainText(switchWords.refused);
});

test('an application removed from this device is gone, its address too, and the page says so @full', async ({
  app: { url },
  device,
}) => {
  const page = device.page();
  await applyWithNews(page);
  await pressMore(page, follow.remove);
  await expect(main(page).getByText(follow.removed)).toBeVisible();
  await expect(page).toHaveURL(url + pages.application.path);
  expect((await stored(page)).filter(({ kind }) => kind === 'apply')).toEqual([]);
  expect(await isSubscribed(page)).toBe(false);
  await page.reload();
  await expect(main(page).getByText(follow.removed)).toBeVisible();
  await expect(more(page)).toBeHidden();
});

test('after "Delete everything", Back shows no application @full', async ({ device }) => {
  const page = device.page();
  const address = await applyWithNews(page);
  expect(address).toMatch(/#[\da-f-]{36}$/);
  await test.step('the link from an email leads to the same address on this device', async () => {
    const [{ secret = '' } = {}] = (await stored(page)).filter(({ kind }) => kind === 'apply');
    await page.goto('about:blank');
    await page.goto(`${pages.application.path}#${secret}`);
    await expect(page).toHaveURL(address);
    await expect(main(page).getByText(follow.states.received.text)).toBeVisible();
  });
  await openLive(page, pages.saved.path);
  await button(page, saved.delete.button).click();
  await button(page.getByRole('dialog', { name: saved.delete.question }), saved.delete.yes).click();
  await expect(page.getByText(saved.delete.done)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByText(follow.notFound)).toBeVisible();
  await expect(more(page)).toBeHidden();
});

test('a phone without a push service is offered the other ways, and nothing is said to be impossible @full', async ({
  app: { dataDir },
  device,
}) => {
  const page = device.page();
  await openLive(page, pages.career.path);
  await page.evaluate(() => localStorage.setItem('mayPush', 'no'));
  await button(page, alertWords.turnOn).click();
  await expect(alerts(page)).toContainText(switchWords.push);
  await expect(alerts(page).getByRole('link', { name: alertWords.feed })).toBeVisible();
  await expect(button(alerts(page), alertWords.turnOff)).toBeVisible();
  expect(standing(dataDir).vacancies).toEqual([]);
  await page.evaluate(() => localStorage.removeItem('mayPush'));
  await button(alerts(page), alertWords.turnOn).click();
  await expect(alerts(page)).toContainText(alertWords.on);
  expect(standing(dataDir).vacancies).toEqual([true]);
});
