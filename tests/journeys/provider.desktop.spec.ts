import { mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { goodAnswer } from '../support/fake-provider.ts';
import { expect } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';
import { dataPaths, expectStanding, lists, test } from '../support/provider-journey.ts';

test('a good provider is shown as it answers', async ({ page, provider }) => {
  provider.answer = goodAnswer();
  await openLive(page, mediaListPath('press'));
  await expect(page.getByRole('main').getByText('The press item one')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('21st Jan 2026');
  await openLive(page, pages.career.path);
  await expect(page.getByRole('main').getByText('Firmware engineer').first()).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/1st March/);
});

test('a provider that takes ten seconds is waited for, with the page standing', async ({
  page,
  provider,
}) => {
  test.slow();
  const good = goodAnswer();
  provider.answer = (path) => ({ ...good(path), delayMs: 10_000 });
  await page.goto(mediaListPath('press'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Press Releases', { timeout: 5_000 });
  await expect(page.getByRole('main').getByText('The press item one')).toBeVisible({ timeout: 90_000 });
});

test.describe('when the provider fails', () => {
  test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 50[0-4]/] });

  const failures = {
    'answers 500': { status: 500, body: '{"error":"secret stack trace"}' },
    'answers html': { type: 'text/html', body: '<html><title>Gateway</title></html>' },
    'answers half of its json': { body: '{"payload":[{"_id":"a"' },
    'answers nothing': { body: '' },
    'answers a number': { body: '42' },
  };
  for (const [what, answer] of Object.entries(failures))
    test(`and ${what}, the page says so and offers another try`, async ({ page, provider }) => {
      provider.answer = () => answer;
      for (const path of dataPaths) {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('button', { name: 'Try again' }).first()).toBeVisible({
          timeout: 90_000,
        });
        await expectStanding(page);
        await expect(page.getByRole('main')).not.toContainText('secret stack trace');
      }
      provider.answer = goodAnswer();
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('The press item one');
    });

  test('and cannot be reached, the page says so and offers another try', async ({ page, provider }) => {
    await provider[Symbol.asyncDispose]();
    for (const path of dataPaths) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('button', { name: 'Try again' }).first()).toBeVisible({
        timeout: 90_000,
      });
      await expectStanding(page);
    }
  });
});

for (const [what, payload] of [
  ['null', 'null'],
  ['an empty list', '[]'],
] as const)
  test(`lists with ${what} in them say that nothing is there yet`, async ({ page, provider }) => {
    provider.answer = () => ({ body: `{"payload":${payload}}` });
    for (const path of lists) {
      await openLive(page, path);
      await expectStanding(page);
      await expect(page.getByRole('main')).toContainText(/\b(?:no|nothing|none|yet)\b/i);
    }
  });

test('items without most of their fields are still shown', async ({ page, provider }) => {
  provider.answer = goodAnswer(({ _id, name }) => ({ _id, name }));
  for (const path of dataPaths) {
    await openLive(page, path);
    await expectStanding(page);
  }
});

test('items of the wrong types break nothing', async ({ page, provider }) => {
  const strange = {
    title: { a: 1 },
    img_uri: 7,
    description: [],
    createdAt: 'yesterday',
    type: null,
    name: 5,
  };
  provider.answer = goodAnswer(({ _id }) => ({ ...strange, _id }));
  for (const path of dataPaths) {
    await openLive(page, path);
    await expectStanding(page);
  }
});

test.describe('with dead pictures', () => {
  test.use({ expectedErrors: [/Failed to load resource/], allowedOrigins: ['https://127.0.0.1:9'] });

  test('the text stands, and no broken picture is seen', async ({ page, provider }) => {
    provider.answer = goodAnswer((item) => ({ ...item, img_uri: 'https://127.0.0.1:9/gone.png' }));
    for (const path of [pages.mediaRoom.path, mediaListPath('press'), mediaDetailPath('press-one')]) {
      await openLive(page, path);
      await expectStanding(page);
      await expect(page.getByRole('main').getByText('The press item one').first()).toBeVisible();
      await expect(page.locator('main img[src*="gone.png"]')).toHaveCount(0);
    }
  });
});
