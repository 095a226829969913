import type { Page } from '@playwright/test';

import { mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';

import { base64, type FakeProvider, startProvider } from '../../support/fake-provider.ts';
import { test as base, expect } from '../../support/journey.ts';
import { openLive } from '../../support/live-page.ts';
import { startSite } from '../../support/site.ts';
import { xssCorpus } from '../../support/xss-corpus.ts';

/** Each hostile text as a title and within a body; all of them in the last article. */
const articles = [...xssCorpus, xssCorpus.join('<p>next</p>')].map((text, index) => ({
  _id: `a${index}`,
  title: text,
  description: base64(`<p>water</p>${text}`),
  createdAt: '2026-01-21T09:00:00.000Z',
}));

const vacancies = articles.map(({ _id, title, createdAt }) => ({
  _id,
  name: title,
  type: title,
  createdAt,
  description: title,
}));

const test = base.extend<{ provider: FakeProvider }>({
  provider: async ({ browserName: _browser }, use) => {
    await using provider = await startProvider();
    provider.answer = (path) => {
      const id = /^\/media\/(.+)$/.exec(path)?.[1];
      const one = articles.find(({ _id }) => _id === id);
      const payload = one ?? (path === '/job-list' ? vacancies : /\/0$|priority/.test(path) ? articles : []);
      return { body: JSON.stringify({ payload }) };
    };
    await use(provider);
  },
  baseURL: async ({ provider }, use) => {
    await using site = await startSite({ CONNECT_UPSTREAM: provider.base });
    await use(site.url);
  },
});

test.use({
  expectedErrors: [/Failed to load resource|img-src/],
});

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { wasHit: false, hit: () => Object.assign(window, { wasHit: true }) });
  });
});

const wasHit = (page: Page) => page.evaluate(() => Reflect.get(window, 'wasHit'));

test('hostile texts run nowhere in lists, search marks and vacancies', async ({ page }) => {
  test.slow();
  for (const path of [
    pages.mediaRoom.path,
    mediaListPath('press'),
    `${mediaListPath('press')}?q=water`,
    `${mediaListPath('press')}?q=${encodeURIComponent('<img src=x onerror=hit()>')}`,
    pages.career.path,
    vacancyPath('a10'),
  ]) {
    await openLive(page, path);
    await page.waitForLoadState('networkidle');
    expect([path, await wasHit(page)]).toEqual([path, false]);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
});

test.describe('where the browser itself cleans an article', () => {
  // Chromium reports what the sanitiser's own inert document would not have been allowed to do.
  test.use({
    expectedErrors: [
      /Failed to load resource|img-src|Content Security Policy directive.*\/assets\/safe-html-/,
    ],
  });

  test('hostile texts run nowhere', async ({ page }) => {
    test.slow();
    await openLive(page, mediaListPath('press'));
    // Client navigation, so that the html never was on the server.
    for (const { _id } of articles.filter((_, index) => index % 6 === 0 || index === articles.length - 1)) {
      await page
        .locator(`a[href="${mediaDetailPath(_id)}"]`)
        .first()
        .dispatchEvent('click');
      await expect(page.locator('.article-body')).toContainText('water');
      expect([_id, await wasHit(page)]).toEqual([_id, false]);
      expect([_id, await page.locator('.article-body').evaluate(findForeign)]).toEqual([_id, []]);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Press Releases');
    }
  });
});

/** Runs in the page: handlers, styles and elements that no cleaned article has. */
function findForeign(body: Element): string[] {
  return [...body.querySelectorAll('*')]
    .filter((element) => {
      const names = element.getAttributeNames();
      const isOdd = names.some((name) => /^on|^style$|^id$|^name$/.test(name));
      return isOdd || /^(?:script|style|iframe|object|embed|form|base|meta|link)$/.test(element.localName);
    })
    .map((element) => element.outerHTML);
}
