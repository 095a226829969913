import { mediaListPath, pages } from '#src/paths.ts';

import { expect, test } from '../../support/journey.ts';
import { expectLive, openLive } from '../../support/live-page.ts';

const article = '/media-room/kalingalinga-leak-valves';
const vacancy = '/insider/career/embedded-firmware-engineer';
const dataRoutes = [pages.mediaRoom.path, mediaListPath('press'), article, pages.career.path, vacancy];

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('each data route reads completely', async ({ page }) => {
    await page.goto(pages.mediaRoom.path);
    await expect(page.getByRole('main').locator('.card-title a')).toHaveCount(9);
    await page.goto(mediaListPath('press'));
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('3rd Nov 2026');
    await page.goto(article);
    await expect(page.getByRole('heading', { name: 'What was fitted' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('table')).toContainText('Homes connected');
    await page.goto(pages.career.path);
    await expect(page.getByRole('link', { name: 'Apply Now' }).first()).toBeVisible();
    await page.goto(vacancy);
    await expect(page.getByRole('heading', { name: 'What you will do' })).toBeVisible();
  });
});

for (const [timezoneId, now] of [
  ['Pacific/Kiritimati', '2031-01-01T09:59:00Z'],
  ['America/Los_Angeles', '1999-12-31T23:59:59Z'],
] as const)
  test.describe(`in ${timezoneId}, with the clock at ${now}`, () => {
    test.use({ timezoneId });

    test('data routes hydrate as they came, and nothing is asked for again', async ({ page }) => {
      await page.clock.setFixedTime(now);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/connect/v1/')) asked.push(request.url());
      });
      for (const path of dataRoutes) {
        await page.goto(path);
        const before = await page.getByRole('main').textContent();
        await expectLive(page);
        await page.waitForLoadState('networkidle');
        expect(await page.getByRole('main').textContent(), path).toBe(before);
      }
      expect(asked).toEqual([]);
    });
  });

test('an article leads on, back and to its list', async ({ page }) => {
  await openLive(page, mediaListPath('press'));
  await page.getByRole('link', { name: 'Forty homes in Kalingalinga' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Forty homes in Kalingalinga');
  await expect(page).toHaveTitle(/Forty homes in Kalingalinga/);
  await expect(page.getByRole('main').getByRole('table')).toContainText('Homes connected');
  await page.getByRole('navigation', { name: 'More articles' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Our website now opens');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Forty homes in Kalingalinga');
  await page.getByRole('main').getByRole('link', { name: 'Press Releases' }).click();
  await expect(page).toHaveURL(new RegExp(`${mediaListPath('press')}$`));
});

test.describe('without a share menu', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('the address is copied, and that is said', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
    await openLive(page, `${article}?utm_source=mail`);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(article, page.url()).href);
  });
});

test('featured items carry their mark, and lead to their articles', async ({ page }) => {
  await openLive(page, pages.mediaRoom.path);
  const featured = page.getByRole('region', { name: 'Featured' });
  await expect(featured.getByRole('link')).toHaveCount(3);
  await featured.getByRole('link', { name: /four-layer board/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('four-layer board');
});
