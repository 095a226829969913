import { company } from '#src/content/company.ts';
import { pages } from '#src/paths.ts';

import { startApp } from '../kit/app.ts';
import { builds } from '../kit/builds.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';
import { main } from './visitor.ts';

const mapsScript = 'https://maps.googleapis.com/**';

test.use({ expectedErrors: [failedRequest], allowedOrigins: ['https://maps.googleapis.com'] });

// How a map is drawn, tests/unit/pages/draw-map.test.ts shows.
test('the map is asked for when I come near it, and again if it fails', async ({ page, app }) => {
  await using withKey = await startApp({}, builds.next);
  app.line.to(withKey.url);
  const asked: URL[] = [];
  await page.route(mapsScript, (route) => {
    asked.push(new URL(route.request().url()));
    return route.abort();
  });
  await page.setViewportSize({ width: 360, height: 400 });
  await openLive(page, pages.contact.path);
  await expect(page.getByText('Loading Map...')).toBeAttached();
  // The app's observer is told when this one is, and its first request would come before this one.
  await page.evaluate(async () => {
    const map = document.querySelector('.map') as Element;
    await new Promise((resolve) => new IntersectionObserver(resolve).observe(map));
    await fetch('/healthz', { method: 'HEAD' });
  });
  const code = () => app.line.seen.filter((request) => request.includes('/draw-map-'));
  expect(code()).toEqual([]);
  await page.getByRole('heading', { name: 'Office Location' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('The map could not be loaded.')).toBeVisible();
  expect(code()).toHaveLength(1);
  expect(asked.map(({ searchParams }) => [searchParams.get('key'), searchParams.get('v')])).toEqual([
    ['test-key', 'weekly'],
  ]);
  await expect(main(page)).toContainText(company.office.address);
  await expect(page.getByRole('link', { name: /directions/i })).toHaveAttribute('href', /^https:/);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => asked.length).toBe(2);
});
