import type { Page } from '@playwright/test';

import { mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { base64, type FakeProvider, goodAnswer, startProvider } from '../support/fake-provider.ts';
import { test as base, expect } from '../support/journey.ts';
import { expectLive } from '../support/live-page.ts';
import { startSite } from '../support/site.ts';

/** Each test has a provider that misbehaves in its own way, and a site in front of it. */
const test = base.extend<{ provider: FakeProvider }>({
  provider: async ({ browserName: _browser }, use) => {
    await using provider = await startProvider();
    await use(provider);
  },
  baseURL: async ({ provider }, use) => {
    await using site = await startSite({ CONNECT_UPSTREAM: provider.base });
    await use(site.url);
  },
});

const press = mediaListPath('press');
const article = mediaDetailPath('press-one');

/** Header, one h1 and footer are there, and no program's word stands in the text. */
async function expectStanding(page: Page): Promise<void> {
  await expectLive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  const text = (await page.getByRole('main').textContent()) ?? '';
  expect(text).not.toMatch(/undefined|\bnull\b|NaN|Invalid Date|\[object|\ufffd/);
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(/\u200d(?:\s|…|$)/);
}

test('a slow provider is waited for, with the page standing', async ({ page, provider }) => {
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  const good = goodAnswer();
  provider.answer = (path) => ({ ...good(path), until });
  await page.goto(press);
  await expectLive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Press Releases');
  answer();
  await expect(page.getByRole('main').getByText('The press item one')).toBeVisible();
});

test.describe('when the provider fails', () => {
  test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 50[0-4]/] });

  test('each page says so, whatever came instead of an answer, and another try succeeds', async ({
    page,
    provider,
  }) => {
    const failures = [
      [pages.career.path, { status: 500, body: '{"error":"secret stack trace"}' }],
      [pages.mediaRoom.path, { type: 'text/html', body: '<html><title>Gateway</title></html>' }],
      [press, { body: '{"payload":[{"_id":"a"' }],
      [article, { body: '' }],
    ] as const;
    for (const [path, answer] of failures) {
      provider.answer = () => answer;
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
});

test('lists with nothing in them say that nothing is there yet', async ({ page, provider }) => {
  for (const [path, payload] of [
    [press, 'null'],
    [pages.career.path, 'null'],
    [pages.mediaRoom.path, '[]'],
  ]) {
    provider.answer = () => ({ body: `{"payload":${payload}}` });
    await page.goto(path ?? '');
    await expectStanding(page);
    await expect(page.getByRole('main')).toContainText(/\b(?:no|nothing|none|yet)\b/i);
  }
});

test('items that lack fields or have them of the wrong types or badly encoded break nothing', async ({
  page,
  provider,
}) => {
  const strange = { img_uri: 7, description: [], createdAt: 'yesterday', type: null, name: 5 };
  const bad: Record<string, (item: Record<string, unknown>) => unknown> = {
    one: ({ _id, name }) => ({ _id, name }),
    two: ({ _id }) => ({ ...strange, title: { a: 1 }, _id }),
    three: (item) => ({ ...item, description: '%%% not base64 é %%%' }),
  };
  const one = (kind: string) => goodAnswer((item) => bad[kind]?.(item));
  provider.answer = (path) => {
    const id = /^\/media\/press-(.+)$/.exec(path)?.[1];
    if (id !== undefined) return one(id)(path);
    const lists = Object.keys(bad).map((kind) => JSON.parse(one(kind)(path).body).payload as unknown[]);
    return { body: JSON.stringify({ payload: lists.map((list, index) => list[index] ?? list[0]) }) };
  };
  for (const path of [
    pages.mediaRoom.path,
    press,
    pages.career.path,
    article,
    mediaDetailPath('press-two'),
  ]) {
    await page.goto(path);
    await expectStanding(page);
  }
  for (const path of [press, mediaDetailPath('press-three')]) {
    await page.goto(path);
    await expectStanding(page);
    await expect(
      page
        .getByRole('main')
        .getByText(/^The press item (?:one|three)/)
        .first(),
    ).toBeVisible();
  }
});

test.describe('with dead pictures', () => {
  test.use({ expectedErrors: [/Failed to load resource/], allowedOrigins: ['https://127.0.0.1:9'] });

  test('the text stands, with emoji and three-byte characters whole, and no broken picture is seen', async ({
    page,
    provider,
  }) => {
    provider.answer = goodAnswer((item) => ({
      ...item,
      img_uri: 'https://127.0.0.1:9/gone.png',
      title: `${'x'.repeat(46)}👩‍🔬 after the cut`,
      description: base64(`<p>${'日本語 ሀሁሂ 👩‍🔬 '.repeat(40)}</p>`),
    }));
    for (const path of [pages.mediaRoom.path, press, article]) {
      await page.goto(path);
      await expectStanding(page);
      await expect(page.getByRole('main').getByText('x'.repeat(46)).first()).toBeVisible();
      await expect(page.locator('main img[src*="gone.png"]')).toHaveCount(0);
    }
    await expect(page.getByRole('main')).toContainText('日本語 ሀሁሂ 👩‍🔬');
  });
});
