import type { Page } from '@playwright/test';

import { mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';

import { test as base, expect } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';
import { base64, startProvider } from '../kit/provider.ts';
import { xssCorpus } from './xss-corpus.ts';

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

const test = base.extend<{ provider: Awaited<ReturnType<typeof startProvider>> }>({
  provider: async ({ browserName: _ }, use) => {
    await using provider = await startProvider();
    provider.answer = (path) => {
      const id = /^\/media\/(.+)$/.exec(path)?.[1];
      const one = articles.find(({ _id }) => _id === id);
      const payload = one ?? (path === '/job-list' ? vacancies : /\/0$|priority/.test(path) ? articles : []);
      return { body: JSON.stringify({ payload }) };
    };
    await use(provider);
  },
  server: ({ provider }, use) => use({ CONNECT_UPSTREAM: provider.base }),
});

// Chromium reports what the sanitiser's own inert document would not have been allowed to do.
test.use({
  expectedErrors: [/Failed to load resource|img-src|Content Security Policy directive.*\/assets\/safe-html-/],
});

const wasHit = (page: Page) => page.evaluate(() => Reflect.get(window, 'wasHit'));

test('hostile texts run nowhere, be they in lists, search, vacancies or in an article that the browser cleans', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { wasHit: false, hit: () => Object.assign(window, { wasHit: true }) });
  });
  const press = mediaListPath('press');
  for (const path of [
    pages.mediaRoom.path,
    `${press}?q=water`,
    `${press}?q=${encodeURIComponent('<img src=x onerror=hit()>')}`,
    pages.career.path,
    vacancyPath('a10'),
    press,
  ])
    await test.step(path, async () => {
      await openLive(page, path);
      await expectPicturesTried(page);
      expect(await wasHit(page)).toBe(false);
    });
  // Client navigation, so that the html never was on the server.
  for (const { _id } of articles.filter((_, index) => index % 8 === 0 || index === articles.length - 1))
    await test.step(_id, async () => {
      await page
        .locator(`a[href="${mediaDetailPath(_id)}"]`)
        .first()
        .dispatchEvent('click');
      const body = page.locator('.article-body');
      await expect(body).toContainText('water');
      await expectPicturesTried(page);
      expect(await wasHit(page)).toBe(false);
      expect(await body.evaluate(findForeign)).toEqual([]);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Press Releases');
    });
});

/** Whatever `onerror` is there has been called: each picture in view has come or failed. */
async function expectPicturesTried(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
}

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
