import type { Page } from '@playwright/test';

import { connectMount, mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { goByLink, openLive, untilLive } from '../kit/page.ts';
import { base64, startProvider } from '../kit/provider.ts';

const list = mediaListPath('press');
const article = mediaDetailPath('kalingalinga-leak-valves');
const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('an article leads on to the next, back and to its list; featured ones lead to theirs', async ({
  page,
}) => {
  await openLive(page, pages.mediaRoom.path);
  const featured = page.getByRole('region', { name: 'Featured' });
  await expect(featured.getByRole('link')).toHaveCount(3);
  await featured.getByRole('link', { name: /four-layer board/ }).click();
  await expect(heading(page)).toContainText('four-layer board');
  await main(page).getByRole('link', { name: 'Press Releases' }).click();
  await expect(page).toHaveURL(list);
  await page.getByRole('link', { name: 'Forty homes in Kalingalinga' }).click();
  await expect(heading(page)).toContainText('Forty homes in Kalingalinga');
  await expect(page).toHaveTitle(/^Forty homes in Kalingalinga/);
  await expect(main(page).getByRole('table')).toContainText('Homes connected');
  const next = page.getByRole('navigation', { name: 'More articles' });
  await next.getByRole('link').click();
  await expect(heading(page)).toContainText('Our website now opens');
  await page.goBack();
  await expect(heading(page)).toContainText('Forty homes in Kalingalinga');
});

test('a picture of the text that comes late moves nothing', async ({ page, app }) => {
  const { promise: until, resolve: letItCome } = Promise.withResolvers<void>();
  app.line.always('GET', '/images/products/waterhandler.svg', { until });
  await openLive(page, article);
  const picture = page.getByRole('img', { name: 'The Water Handler valve' });
  await picture.scrollIntoViewIfNeeded();
  const next = page.getByRole('navigation', { name: 'More articles' });
  const before = await next.boundingBox();
  letItCome();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await next.boundingBox()).toEqual(before);
});

test('a search finds each word in the whole texts, has an address of its own, and helps where nothing matches', async ({
  page,
}) => {
  await openLive(page, list);
  const found = main(page).getByRole('listitem');
  const titles = found.getByRole('heading');
  const all = await titles.allTextContents();
  await page.getByLabel('Search Article').fill('lusaka  WATER');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\?q=lusaka\+\+WATER$/);
  await expect(page.getByText(/articles? match(?:es)? “lusaka {1,2}WATER”/)).toBeVisible();
  await expect(page.getByText(`Searched the ${all.length} articles that are on this device.`)).toBeVisible();
  const hits = await titles.allTextContents();
  expect(hits.length).toBeGreaterThan(0);
  expect(hits.length).toBeLessThan(all.length);
  expect(hits).toEqual(all.filter((title) => hits.includes(title)));
  await page.goBack();
  await expect(found).toHaveCount(all.length);
  await test.step('a word far down in an article, by its address', async () => {
    await openLive(page, `${list}?q=${encodeURIComponent('BÖREHOLE')}`);
    await expect(page.getByLabel('Search Article')).toHaveValue('BÖREHOLE');
    await expect(found).toHaveCount(1);
    await expect(found).toContainText('Chongwe market');
  });
  await test.step('nothing', async () => {
    await openLive(page, `${list}?q=zzzzzz`);
    await expect(page.getByText('No article matches “zzzzzz”.')).toBeVisible();
    await expect(found).toHaveCount(0);
    await page.getByRole('link', { name: 'Show the whole list' }).click();
    await expect(page).toHaveURL(list);
    await expect(found).toHaveCount(all.length);
  });
});

for (const [timezoneId, now, year] of [
  ['Pacific/Kiritimati', '2031-01-01T09:59:00Z', '2031'],
  ['America/Los_Angeles', '1999-12-31T23:59:59Z', '1999'],
] as const)
  test.describe(`in ${timezoneId}, with the clock at ${now}`, () => {
    test.use({ timezoneId });

    test('pages with data say the same once the app is here, and ask for nothing again', async ({
      page,
      app,
    }) => {
      await page.clock.setFixedTime(now);
      const asked = (call: string) =>
        app.line.seen.filter((request) => request.includes(connectMount + call));
      const media = ['/media-', pages.mediaRoom] as const;
      const jobs = ['/job-list', pages.career] as const;
      for (const [path, own, other] of [
        [pages.mediaRoom.path, media, jobs],
        [list, media, jobs],
        [article, media, jobs],
        [pages.career.path, jobs, media],
        [vacancyPath('embedded-firmware-engineer'), jobs, media],
      ] as const)
        await test.step(path, async () => {
          await page.goto(path);
          const before = await main(page).textContent();
          await untilLive(page);
          await expect(page.getByRole('contentinfo')).toContainText(`© ${year}`);
          expect(await main(page).textContent()).toBe(before);
          // What the page at hand had asked for would have come before this.
          await goByLink(page, other[1]);
          await expect.poll(() => asked(other[0])).not.toEqual([]);
          expect(asked(own[0])).toEqual([]);
          app.line.clear();
        });
    });
  });

const lastPage = 2;

/** Three pages of six articles. */
const severalPages = test.extend<{ provider: Awaited<ReturnType<typeof startProvider>> }>({
  provider: async ({ browserName: _ }, use) => {
    await using provider = await startProvider();
    provider.answer = (path) => ({ body: JSON.stringify({ payload: pageOf(path) }) });
    await use(provider);
  },
  server: ({ provider }, use) => use({ CONNECT_UPSTREAM: provider.base }),
});

function pageOf(path: string): unknown[] {
  const page = Number(path.split('/').pop());
  if (!(page <= lastPage)) return [];
  return Array.from({ length: 6 }, (_, index) => ({
    _id: `story-${page}-${index}`,
    title: `Story ${index} of page ${page}`,
    description: base64(`<p>${'What happened. '.repeat(30)}</p>`),
    createdAt: '2026-01-21T09:00:00.000Z',
  }));
}

severalPages(
  'older articles are a link away up to the last, and the way back keeps the place',
  async ({ page }) => {
    await openLive(page, list);
    const story = (number: number) => page.getByText(`Story 0 of page ${number}`);
    await expect(story(0)).toBeVisible();
    const older = page.getByRole('link', { name: 'Older articles' });
    await older.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    await older.click();
    await expect(page).toHaveURL(/\?page=1$/);
    await expect(story(1)).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(story(0)).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    await openLive(page, mediaListPath('press', lastPage));
    await expect(page.getByText('You have reached our first article.')).toBeVisible();
    await expect(older).toHaveCount(0);
    await page.getByRole('link', { name: 'Newer articles' }).click();
    await expect(story(1)).toBeVisible();
  },
);
