import { expect, type Locator, type Page } from '@playwright/test';

import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { saved } from '#src/content/saved.ts';
import { connectCalls, followPath, pages } from '#src/paths.ts';

import { startDevice, untilKept } from '../../support/device.ts';
import { applyFor, expectState, mark } from '../../support/followed.ts';
import { sendForm, thanks } from '../../support/forms.ts';
import { expectLive } from '../../support/live-page.ts';
import { test } from '../../support/outbox-scene.ts';
import { deleteButton } from '../../support/saved-page.ts';

const email = 'mutinta@example.com';
const onAPhone = { width: 360, height: 740 };

test.setTimeout(300_000);

const link = (within: Page | Locator) => within.getByRole('link', { name: outcomeWords.follow });
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
  expect(address).toMatch(/\/application#[\w-]{22}$/);

  await mark(site.dataDir, 'shortlisted', 'We call on <b>Friday</b>.');
  page = await device.restart();
  await page.setViewportSize(onAPhone);
  await page.goto(weather.url + pages.saved.path);
  const entry = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('a[href*="#"]') });
  await expect(entry).toContainText(follow.states.received.name);
  await entry.getByRole('link').click();
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
  await expect(page.getByRole('alert')).toHaveText(follow.withdrawFailed);
  await page.getByRole('button', { name: follow.withdrawNo }).click();

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
  await expect(page.getByText(`${follow.list.kind}: 1`)).toBeVisible();
  await page.getByRole('button', { name: saved.delete.button }).click();
  const question = page.getByRole('dialog', { name: saved.delete.ask.title });
  await expect(question.getByRole('listitem')).toHaveText(`${follow.list.kind}: 1`);
  await question.getByRole('button', { name: saved.delete.ask.all }).click();
  await expect(page.getByText(saved.delete.done)).toBeVisible();
  await expect(page.getByText(`${follow.list.kind}: 1`)).toBeHidden();
  await expect(page.locator(`a[href^="${pages.application.path}#"]`)).toHaveCount(0);
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
  await expect(page.getByRole('alert')).toHaveText(follow.withdrawFailed);
  expect(stored()).toEqual([]);
  weather.clear();
  await page.getByRole('button', { name: follow.withdrawYes }).click();
  await expect(page.getByRole('main').getByText(follow.withdrawn)).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
  await page.goto(weather.url + pages.saved.path);
  await expect(page.getByText(follow.list.empty)).toBeVisible();
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

test('a link that is opened is kept by a press alone, and removed by another', async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { site, weather, page } = scene;
  const address = weather.url + followPath(await applyFor(site.url, email));
  const link = page.locator(`a[href^="${pages.application.path}#"]`);
  await page.setViewportSize(onAPhone);
  const press = async (name: string, said: string) => {
    await page.goto(address);
    await page.getByRole('button', { name }).click();
    await expect(page.getByText(said)).toBeVisible();
    await page.goto(weather.url + pages.saved.path);
  };
  await page.goto(address);
  await expectState(page, 'received');
  await page.goto(weather.url + pages.saved.path);
  await expect(page.getByText(follow.list.empty)).toBeVisible();
  await expect(link).toHaveCount(0);
  await press(follow.keep, follow.kept);
  await expect(link).toHaveCount(1);
  await press(follow.letGo, follow.removed);
  await expect(page.getByText(follow.list.empty)).toBeVisible();
});

test('where the service tells nothing of applications, nothing of it is shown', async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { weather, page } = scene;
  weather.always('GET', connectCalls.features, { status: 404 });
  await page.goto(weather.url + pages.saved.path);
  await expect.poll(() => weather.seen.some((line) => line.includes(connectCalls.features))).toBe(true);
  await expect(deleteButton(page)).toBeVisible();
  await expect(page.getByText(follow.list.heading)).toHaveCount(0);
  await page.goto(weather.url + followPath('A'.repeat(22)));
  await expectLive(page);
});
