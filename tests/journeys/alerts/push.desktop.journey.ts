import { expect, type Page } from '@playwright/test';

import { alertWords } from '#src/content/alerts.ts';
import { connectCalls, pages, vacancyPath } from '#src/paths.ts';

import { untilKept } from '../../support/device.ts';
import { expectLive } from '../../support/live-page.ts';
import { test } from '../../support/outbox-scene.ts';
import { pushOf, startPushing, stubPushService } from '../../support/pushed.ts';

test.setTimeout(240_000);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a push with no page open and the server stopped is shown, and its vacancy then reads as it is (push service stubbed)', async ({
  visit,
}) => {
  await using visited = await visit(stubPushService);
  const { weather, device, page } = visited;
  await device.context().grantPermissions(['notifications'], { origin: weather.url });
  await page.goto(weather.url + pages.career.path);
  await untilKept(page, connectCalls.jobList);
  await page.getByRole('button', { name: alertWords.turnOn }).click();
  await expect(page.getByRole('button', { name: alertWords.turnOff })).toBeVisible();
  const elsewhere = await device.context().newPage();
  await page.close();
  const { push, shown, press } = await startPushing(device.context(), weather.url);
  await weather.down();
  await push(pushOf('v-new', 'Valve Test Intern'));
  expect(await shown()).toEqual([
    { title: 'New vacancy: Valve Test Intern', body: 'Internship', tag: 'v-new' },
  ]);
  const address = weather.url + vacancyPath('v-new');
  expect(await press()).toEqual([address]);
  expect(await shown()).toEqual([]);
  await elsewhere.goto(address);
  await expect(heading(elsewhere)).toHaveText('Valve Test Intern');
  await expect(elsewhere.getByRole('main').locator('strong')).toHaveText('you test valves');
  await expect(elsewhere.getByText(/^Saved copy/)).toBeVisible();
});

test('with the list open it is there without a reload; a press on it opens its page in the tab', async ({
  visit,
}) => {
  await using visited = await visit();
  const { weather, device, page } = visited;
  await page.goto(weather.url + pages.career.path);
  await untilKept(page, connectCalls.jobList);
  await expectLive(page);
  const { push, shown, press } = await startPushing(device.context(), weather.url);
  await weather.down();
  const inList = (name: string) => page.getByRole('heading', { level: 3, name });
  const before = await page.getByRole('link', { name: 'Apply Now' }).count();
  await push(pushOf('v-new', 'Valve Test Intern'));
  await expect(inList('Valve Test Intern')).toBeVisible();
  await push(pushOf('v-newer', 'Fleet Helper'));
  await expect(inList('Fleet Helper')).toBeVisible();
  expect(await page.getByRole('link', { name: 'Apply Now' }).count()).toBe(before + 2);
  expect(await shown()).toHaveLength(2);
  await page.goto(weather.url + pages.contact.path);
  await expectLive(page);
  expect(await press()).toEqual([]);
  await expect(page).toHaveURL(weather.url + vacancyPath('v-newer'));
  await expect(heading(page)).toHaveText('Fleet Helper');
});

test('a push that is no message of ours shows something, and leaves the list alone', async ({ visit }) => {
  await using visited = await visit();
  const { weather, device, page } = visited;
  await page.goto(weather.url + pages.career.path);
  await untilKept(page, connectCalls.jobList);
  const { push, shown } = await startPushing(device.context(), weather.url);
  const kept = () =>
    page.evaluate(async (call) => (await caches.match(call))?.text(), `/connect/v1${connectCalls.jobList}`);
  const before = await kept();
  await push('\u0000 no json');
  expect(await shown()).toEqual([{ title: 'There is something new on our site', body: '', tag: '' }]);
  expect(await kept()).toBe(before);
});
