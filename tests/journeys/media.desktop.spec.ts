import { career } from '#src/content/career.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';
import { mediaListTitles } from '#src/words/articles.ts';

import { expect, test } from '../kit/journey.ts';
import { goByLink, openLive, untilLive } from '../kit/page.ts';
import { heading, main } from './visitor.ts';

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
  const link = page.getByRole('link', { name: 'Forty homes in Kalingalinga' });
  await link.click();
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
