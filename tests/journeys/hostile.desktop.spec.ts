import type { Page } from '@playwright/test';

import { mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';

import { test as base, expect } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';
import { base64, startProvider } from '../kit/provider.ts';

/** Families of many more are served to the server's own tests. */
const texts = [
  '<script>hit()</script>',
  '<img src=x onerror=hit()>',
  '<svg onload=hit()>',
  '<details open ontoggle=hit()><summary>x</summary></details>',
  '<input autofocus onfocus=hit()>',
  '<style>@keyframes x{}</style><p style="animation-name:x" onanimationend=hit()>x</p>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  '<svg></p><style><a id="</style><img src=1 onerror=hit()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
  '<noscript><p title="</noscript><script>hit()</script>">',
  '</script><script>hit()</script>',
  '<mark onclick=hit()>water</mark>',
  '<img name=getElementById><form id=root><input name=attributes></form>',
];

/** Each text as a title and within a body. */
const articles = texts.map((text, index) => ({
  _id: `a${index}`,
  title: text,
  description: base64(`<p>water</p>${text}`),
  createdAt: '2026-01-21T09:00:00.000Z',
}));

const vacancies = articles.map(({ _id, title, createdAt }) => {
  return { _id, name: title, type: title, createdAt, description: title };
});

const test = base.extend({
  server: async ({ browserName: _ }, use) => {
    await using provider = await startProvider();
    provider.answer = (path) => {
      const id = /^\/media\/(.+)$/.exec(path)?.[1];
      const one = articles.find(({ _id }) => _id === id);
      const payload = one ?? (path === '/job-list' ? vacancies : /\/0$|priority/.test(path) ? articles : []);
      return { body: JSON.stringify({ payload }) };
    };
    await use({ CONNECT_UPSTREAM: provider.base });
  },
});

// Chromium reports what the sanitiser's own inert document would not have been allowed to do.
test.use({
  expectedErrors: [/Failed to load resource|img-src|Content Security Policy directive.*\/assets\/safe-html-/],
});

test('hostile texts run nowhere, be they in lists, search, vacancies or in an article that the browser cleans', async ({
  page,
}) => {
  const press = mediaListPath('press');
  const search = `${press}?q=${encodeURIComponent('<img src=x onerror=hit()>')}`;
  for (const path of [pages.mediaRoom.path, search, pages.career.path, vacancyPath('a7'), press])
    await test.step(path, async () => {
      await openLive(page, path);
      await expectHarmless(page);
    });
  // Client navigation, so that the html never was on the server.
  for (const { _id } of articles)
    await test.step(_id, async () => {
      const link = page.locator(`a[href="${mediaDetailPath(_id)}"]`).first();
      await link.dispatchEvent('click');
      await expect(page.locator('.article-body')).toContainText('water');
      await expectHarmless(page);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Press Releases');
    });
});

/** The policy would stop a script that got through, so check the HTML. */
async function expectHarmless(page: Page): Promise<void> {
  const odd =
    '[onerror], [onload], [onfocus], [ontoggle], [onclick], main :is(script:not([type*=json]), style, iframe, object)';
  await expect(page.locator(odd)).toHaveCount(0);
}
