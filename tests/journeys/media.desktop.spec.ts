import { career } from '#src/content/career.ts';
import * as ui from '#src/content/interface.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { connectCalls, mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';
import { mediaListTitles } from '#src/words/articles.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { goByLink, openLive, untilLive } from '../kit/page.ts';
import { base64, button, heading, main, providedTest, savedCopy, status } from './visitor.ts';

const list = mediaListPath('press');
const article = mediaDetailPath('kalingalinga-leak-valves');

test('an article links to its list, to others and to the newsletter, and none is featured below its own card', async ({
  page,
}) => {
  await openLive(page, pages.mediaRoom.path);
  const featured = page.getByRole('region', { name: 'Featured' });
  await expect(featured.getByRole('link')).toHaveCount(1);
  await featured.getByRole('link', { name: /four-layer board/ }).click();
  await expect(heading(page)).toContainText('four-layer board');
  const end = page.getByRole('navigation', { name: mediaRoom.article.next });
  await end.scrollIntoViewIfNeeded();
  await expect(end.getByRole('listitem')).toHaveCount(3);
  await expect(end.getByRole('link', { name: mediaRoom.article.subscribe })).toHaveAttribute(
    'href',
    `${pages.mediaRoom.path}#newsletter`,
  );
  await main(page).getByRole('link', { name: mediaListTitles.press }).click();
  await expect(page).toHaveURL(list);
  await page.getByRole('link', { name: 'Forty homes in Kalingalinga' }).click();
  await expect(heading(page)).toContainText('Forty homes in Kalingalinga');
  await expect(page).toHaveTitle(/^Forty homes in Kalingalinga/);
  await expect(main(page).getByRole('table')).toContainText('Homes connected');
});

test('a late picture in the text does not shift the layout @full', async ({ page, app }) => {
  const letItCome = app.line.hold('GET', '/images/products/waterhandler.svg');
  await openLive(page, list);
  await page.getByRole('link', { name: 'Forty homes in Kalingalinga' }).click();
  const picture = page.getByRole('img', { name: 'The Water Handler valve' });
  await picture.scrollIntoViewIfNeeded();
  const end = page.getByRole('contentinfo');
  const before = await end.boundingBox();
  letItCome();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await end.boundingBox()).toEqual(before);
});

test('a search finds each word in the full texts, and has its own address @full', async ({ page }) => {
  await openLive(page, list);
  const found = main(page).getByRole('listitem');
  const titles = found.getByRole('heading');
  const all = await titles.allTextContents();
  await page.getByLabel(mediaRoom.list.search).fill('lusaka  WATER');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\?q=lusaka\+\+WATER$/);
  await expect(page.getByText(/articles? match(?:es)? “lusaka {1,2}WATER”/)).toBeVisible();
  await expect(page.getByText(mediaRoom.list.searched(all.length))).toBeVisible();
  const hits = await titles.allTextContents();
  expect(hits.length).toBeGreaterThan(0);
  expect(hits.length).toBeLessThan(all.length);
  expect(hits).toEqual(all.filter((title) => hits.includes(title)));
  await page.goBack();
  await expect(found).toHaveCount(all.length);
  await test.step('a word far down in an article is found by the address of its search', async () => {
    // Phones type curly quotes, and copied text contains soft hyphens.
    const typed = '‘BÖRE\u00adHOLE’';
    await openLive(page, `${list}?q=${encodeURIComponent(typed)}`);
    await expect(page.getByLabel(mediaRoom.list.search)).toHaveValue(typed);
    await expect(found).toHaveCount(1);
    await expect(found).toContainText('A market finds its missing water');
  });
  await openLive(page, `${list}?q=zzzzzz`);
  await expect(page.getByText(mediaRoom.list.found(0, 'zzzzzz'))).toBeVisible();
  await page.getByRole('link', { name: mediaRoom.list.clear }).click();
  await expect(found).toHaveCount(all.length);
});

const longAgo = {
  _id: 'long-ago',
  title: 'A pump of 1999',
  description: base64('Text'),
  type: 'press',
  createdAt: '2025-01-02T00:00:00.000Z',
};
const valves = (page: number) =>
  Array.from({ length: 12 }, (_, index) => ({
    ...longAgo,
    _id: `a-${page}-${index}`,
    title: `Valve ${page * 12 + index}`,
  }));

const long = providedTest((call) => {
  const [, page] = /^\/media-room\/press\/(\d+)/.exec(call) ?? [];
  if (page === undefined) return [];
  return Number(page) < 21 ? valves(Number(page)) : Number(page) === 21 ? [longAgo] : [];
});

long.describe('a list of 253 articles', () => {
  long.use({ expectedErrors: [failedRequest] });

  long('a search includes older pages, and a press continues it @full', async ({ page }) => {
    await openLive(page, `${list}?q=valve+13`);
    const results = main(page).getByRole('listitem');
    await expect(page.getByText(mediaRoom.list.searched(240))).toBeVisible();
    await expect(results).toHaveCount(13);
    await openLive(page, `${list}?q=1999`);
    await expect(page.getByText(mediaRoom.list.found(0, '1999'))).toBeVisible();
    await page.getByRole('button', { name: mediaRoom.list.searchOlder }).click();
    await expect(results).toHaveCount(1);
    await expect(page.getByText(mediaRoom.list.searched(253))).toBeVisible();
    await expect(page.getByRole('button', { name: mediaRoom.list.searchOlder })).toHaveCount(0);
  });

  long(
    'a page that could not be loaded is read on request, or once the connection returns @full',
    async ({ page, app: { line } }) => {
      const call = connectCalls.mediaList('press', 1);
      line.always('GET', call, { status: 500 });
      await openLive(page, `${list}?q=valve`);
      const result = status(page, mediaRoom.list.searched(12));
      await expect(result).toContainText(mediaRoom.list.olderFailed);
      await expect(savedCopy(page)).toBeHidden();
      line.always('GET', call, undefined);
      await button(page, ui.retry).click();
      await expect(page.getByText(mediaRoom.list.searched(240))).toBeVisible();
      await expect(button(page, ui.retry)).toBeHidden();

      const answer = line.hold('GET', call, { after: 0 });
      await page.getByLabel(mediaRoom.list.search).fill('pump');
      await page.getByLabel(mediaRoom.list.search).press('Enter');
      await expect(status(page, mediaRoom.list.searching)).toBeVisible();
      await expect.poll(() => line.seen.filter((one) => one.endsWith(call)).length).toBeGreaterThan(2);
      line.down();
      answer();
      await expect(status(page, mediaRoom.list.searched(12))).toContainText(mediaRoom.list.unsaved);
      line.up();
      await expect(page.getByText(mediaRoom.list.searched(240))).toBeVisible();
    },
  );
});

const short = providedTest((call) =>
  call === connectCalls.mediaList('press') || call.startsWith(connectCalls.mediaListPrefix('blog'))
    ? valves(0)
    : undefined,
);

short.describe('a provider without a page 1, which answers with 404 or repeats page 0', () => {
  short.use({ expectedErrors: [failedRequest] });

  short('has been searched completely after two requests @full', async ({ page, app: { line } }) => {
    for (const type of ['press', 'blog'] as const) {
      await openLive(page, `${mediaListPath(type)}?q=valve`);
      await expect(status(page, 'Searched')).toHaveText(
        /12 articles match “valve”\. Searched 12 articles\.$/,
      );
      await expect(button(page, ui.retry)).toBeHidden();
      await expect(main(page).getByRole('listitem')).toHaveCount(12);
      const pageOf = (request: string) => /press\/(\d+)$|blog\/(\d+)$/.exec(request)?.[0];
      expect(line.seen.map(pageOf)).not.toContain(`${type}/2`);
    }
  });
});

/** Each page, its call, and another page whose call is made after all of the first page's calls. */
const filled = [
  [pages.mediaRoom.path, '/media-', pages.career, '/job-list'],
  [list, '/media-', pages.career, '/job-list'],
  [article, '/media/', pages.career, '/job-list'],
  [pages.career.path, '/job-list', pages.mediaRoom, '/media-'],
  [vacancyPath('embedded-firmware-engineer'), '/job-list', pages.mediaRoom, '/media-'],
] as const;

test.describe('on the other side of the date line, in another year', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('pages with data show the same text once the app has loaded', async ({ page, app }) => {
    const asked = (call: string) => app.line.seen.some((request) => request.includes(connectMount + call));
    await page.clock.setFixedTime('2030-12-31T10:01:00Z');
    // Block the offer of alerts, which is added later because it depends on the browser.
    const body = 'export const AlertsSwitch = () => null';
    await page.route('**/assets/alerts-switch-*.js', (route) =>
      route.fulfill({ body, contentType: 'text/javascript' }),
    );
    for (const [path, own, next, other] of filled)
      await test.step(path, async () => {
        app.line.clear();
        await page.goto(path);
        // The vacancies' closing days have passed by then.
        const before = (await main(page).textContent())?.replaceAll(career.closes, career.closed);
        await untilLive(page);
        await expect(page.getByRole('contentinfo')).toContainText('© 2031');
        // The day is known in an effect, after hydration.
        await expect.poll(() => main(page).textContent()).toBe(before);
        await goByLink(page, next);
        await expect.poll(() => asked(other)).toBe(true);
        expect(asked(own)).toBe(false);
      });
  });
});

const several = providedTest((call) => pageOf(Number(call.split('/').pop())));

function pageOf(number: number): unknown[] {
  return [0, 1, 2, 3, 4, 5].map((index) => ({
    _id: `story-${number}-${index}`,
    title: `Story ${index} of page ${number}`,
    description: base64(`<p>${'What happened. '.repeat(30)}</p>`),
  }));
}

several('a link leads to older articles, and Back restores the scroll position @full', async ({ page }) => {
  const story = (number: number) => page.getByText(`Story 0 of page ${number}`);
  const scrolled = () => page.evaluate(() => scrollY);
  const older = page.getByRole('link', { name: mediaRoom.list.older });
  await openLive(page, list);
  await older.scrollIntoViewIfNeeded();
  const place = await scrolled();
  await older.click();
  await expect(page).toHaveURL(/\?page=1$/);
  await expect(story(1)).toBeVisible();
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(story(0)).toBeVisible();
  await expect.poll(scrolled).toBe(place);
});
