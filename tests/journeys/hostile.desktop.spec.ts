import type { Page } from '@playwright/test';

import { mediaDetailPath, mediaListPath, vacancyPath } from '#src/paths.ts';
import { mediaListTitles } from '#src/words/articles.ts';

import { expect } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';
import { mutations } from '../service/xss-corpus.ts';
import { base64, heading, providedTest } from './visitor.ts';

/** Each text as a title and within a body. The server's tests cover texts that are hostile in every parser. */
const articles = mutations.map((text, index) => ({
  _id: `a${index}`,
  title: text,
  description: base64(`<p>water</p>${text}`),
  createdAt: '2026-01-21T09:00:00.000Z',
}));

const vacancies = articles.map(({ _id, title, createdAt }) => {
  return { _id, name: title, type: title, createdAt, description: title };
});

const test = providedTest((call) => {
  const one = articles.find(({ _id }) => call === `/media/${_id}`);
  return one ?? (call === '/job-list' ? vacancies : /\/0$|priority/.test(call) ? articles : []);
});

// Chromium reports CSP violations that the sanitiser's inert document would have caused.
test.use({
  expectedErrors: [/Failed to load resource|img-src|Content Security Policy directive.*\/assets\/safe-html-/],
});

test('no hostile text runs anywhere in the browser @full', async ({ page }) => {
  for (const path of [vacancyPath('a7'), mediaListPath('press')])
    await test.step(path, async () => {
      await openLive(page, path);
      await expectHarmless(page);
    });
  // Navigate in the client, so that the HTML does not come from the server.
  for (const { _id } of articles)
    await test.step(_id, async () => {
      const link = page.locator(`a[href="${mediaDetailPath(_id)}"]`).first();
      await link.dispatchEvent('click');
      await expect(page.locator('.article-body')).toContainText('water');
      await expectHarmless(page);
      await page.goBack();
      await expect(heading(page)).toHaveText(mediaListTitles.press);
    });
});

/** Checks the HTML, because the CSP would hide a script that got through. */
async function expectHarmless(page: Page): Promise<void> {
  const odd =
    '[onerror], [onload], [onfocus], [ontoggle], [onclick], main :is(script:not([type*=json]), style, iframe, object)';
  await expect(page.locator(odd)).toHaveCount(0);
}
