import { expect, type Locator, type Page } from '@playwright/test';

import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, followPath, pages } from '#src/paths.ts';

import { startDevice, untilKept } from '../../support/device.ts';
import { applyFor, expectState, mark } from '../../support/followed.ts';
import { recordsOnDisk, sendForm, thanks } from '../../support/forms.ts';
import { test } from '../../support/outbox-scene.ts';

const email = 'mutinta@example.com';
const onAPhone = { width: 360, height: 740 };

test.setTimeout(300_000);

const link = (within: Page | Locator) => within.getByRole('link', { name: outcomeWords.follow });
const kept = (page: Page) => page.getByRole('main').locator(`a[href^="${pages.application.path}#"]`);
const age = (page: Page) => page.getByRole('main').getByText(/^Saved copy: /);

test('an application is followed from received to closed, over two restarts, offline in between', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { site, weather, device } = scene;
  let { page } = scene;
  await page.setViewportSize(onAPhone);
  await sendForm(page, weather.url, 'apply', email);
  await link(thanks(page)).click();
  await expect(page).toHaveTitle(pages.application.title);
  await expectState(page, 'received');
  const address = page.url();
  expect(address).toMatch(/\/application#[\w-]{43}$/);

  await mark(site.dataDir, 'shortlisted', 'We call on <b>Friday</b>.');
  page = await device.restart();
  await page.setViewportSize(onAPhone);
  await page.goto(weather.url + pages.saved.path);
  await kept(page).click();
  await expectState(page, 'shortlisted');
  await expect(page.getByRole('blockquote')).toHaveText('We call on <b>Friday</b>.');
  expect(page.url()).toBe(address);

  await weather.down();
  await mark(site.dataDir, 'closed', '');
  page = await device.restart('kill');
  await page.setViewportSize(onAPhone);
  await page.goto(address);
  await expectState(page, 'shortlisted');
  await expect(age(page)).toBeVisible();
  await expect(page.getByRole('blockquote')).toBeVisible();
  await page.getByRole('button', { name: follow.withdraw, exact: true }).click();
  await page.getByRole('button', { name: follow.withdrawYes }).click();
  await expect(page.getByRole('alert')).toHaveText(follow.notDone);
  await page.getByRole('button', { name: 'Close' }).click();

  await weather.up();
  await expectState(page, 'closed');
  await expect(age(page)).toBeHidden();
  await expect(page.getByRole('blockquote')).toBeHidden();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(weather.seen.filter((line) => line.includes(address.split('#')[1] ?? ''))).toEqual([]);
});

test('what was sent while nobody watched is followed from its receipt', async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { weather, page } = scene;
  await weather.down();
  await sendForm(page, weather.url, 'apply', email);
  await expect(thanks(page)).toContainText('when you are back online');
  await expect(link(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await weather.up();
  const receipt = page.getByRole('status').filter({ hasText: outcomeWords.sentMeanwhile });
  await link(receipt).click();
  await expectState(page, 'received');
  await page.goto(weather.url + pages.saved.path);
  await expect(kept(page)).toHaveCount(1);
});

test('who withdraws is asked twice, and told so though the answer was lost', async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { weather, page, stored } = scene;
  await sendForm(page, weather.url, 'apply', email);
  await link(thanks(page)).click();
  await expectState(page, 'received');
  // The browser itself asks once more where a line broke.
  weather.always('DELETE', connectCalls.application, 'cut');
  await page.getByRole('button', { name: follow.withdraw, exact: true }).click();
  expect(stored()).toEqual([email]);
  await page.getByRole('button', { name: follow.withdrawYes }).click();
  await expect(page.getByRole('alert')).toHaveText(follow.notDone);
  expect(stored()).toEqual([]);
  weather.clear();
  await page.getByRole('button', { name: follow.withdrawYes }).click();
  await expect(page.getByRole('main').getByText(follow.withdrawn)).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
  await page.goto(weather.url + pages.saved.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(kept(page)).toHaveCount(0);
});

test('a first visit by the link leaves its secret and the answer in no cache', async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { site, weather } = scene;
  const secret = await applyFor(site.url, email);
  await using device = await startDevice();
  const page = device.page();
  await page.goto(weather.url + followPath(secret));
  await expectState(page, 'received');
  await untilKept(page, connectCalls.jobList);
  const asked = weather.seen.filter((line) => line.endsWith(connectCalls.application));
  expect(asked.filter((line) => line !== `GET ${pages.application.path}`)).toHaveLength(1);
  const cached = await page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return all.flat().map(({ url }) => url);
  });
  expect(cached.length).toBeGreaterThan(10);
  expect(
    cached.filter((url) => url.includes(secret) || url.endsWith(`v1${connectCalls.application}`)),
  ).toEqual([]);
});

test('a link that is opened is shown and not kept; what was sent from here is removed by a press', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { site, weather, page } = scene;
  await page.goto(weather.url + followPath(await applyFor(site.url, email)));
  await expectState(page, 'received');
  await expect(page.getByRole('button', { name: follow.remove })).toBeHidden();
  await sendForm(page, weather.url, 'apply', 'own@example.com');
  await link(thanks(page)).click();
  await expectState(page, 'received');
  await page.getByRole('button', { name: follow.remove }).click();
  await expect(page.getByRole('button', { name: follow.remove })).toBeHidden();
  expect(await recordsOnDisk(page)).toBe('[]');
});
