import { mediaListPath } from '#src/paths.ts';

import { base64, type FakeProvider, startProvider } from '../../support/fake-provider.ts';
import { test as base, expect } from '../../support/journey.ts';
import { openLive } from '../../support/live-page.ts';
import { startSite } from '../../support/site.ts';

const perPage = 6;
const lastPage = 2;

const test = base.extend<{ provider: FakeProvider }>({
  provider: async ({ browserName: _browser }, use) => {
    await using provider = await startProvider();
    provider.answer = (path) => ({ body: JSON.stringify({ payload: pageOf(path) }) });
    await use(provider);
  },
  baseURL: async ({ provider }, use) => {
    await using site = await startSite({ CONNECT_UPSTREAM: provider.base });
    await use(site.url);
  },
});

function pageOf(path: string): unknown[] {
  const page = Number(path.split('/').pop());
  if (!(page <= lastPage)) return [];
  return Array.from({ length: perPage }, (_, index) => ({
    _id: `story-${page}-${index}`,
    title: `Story ${index} of page ${page}`,
    description: base64(`<p>${'What happened. '.repeat(30)}</p>`),
    createdAt: '2026-01-21T09:00:00.000Z',
  }));
}

test('older articles are a link away, and the way back keeps the place', async ({ page }) => {
  await openLive(page, mediaListPath('press'));
  await expect(page.getByText('Story 0 of page 0')).toBeVisible();
  const older = page.getByRole('link', { name: 'Older articles' });
  await older.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  await older.click();
  await expect(page).toHaveURL(/\?page=1$/);
  await expect(page.getByText('Story 0 of page 1')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByText('Story 0 of page 0')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test('the last page says that it is the last', async ({ page }) => {
  // A server in a hurry makes a page without what only adds to it.
  await expect(async () => {
    await openLive(page, mediaListPath('press', lastPage));
    await expect(page.getByText('Story 0 of page 2')).toBeVisible();
    await expect(page.getByText('You have reached our first article.')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByRole('link', { name: 'Older articles' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Newer articles' }).click();
  await expect(page.getByText('Story 0 of page 1')).toBeVisible();
});
