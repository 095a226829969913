import { devices } from '@playwright/test';

import { mediaDetailPath, pages } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';

const { viewport: _tall, defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];

test.use({ ...phone, viewport: { width: 360, height: 740 } });

const limits = [
  [pages.home.path, 110, 20],
  [pages.team.path, 200, 20],
  [pages.contact.path, 200, 20],
  [pages.mediaRoom.path, 200, 36],
  [mediaDetailPath('kalingalinga-leak-valves'), 200, 26],
] as const;

for (const [path, kilobytes, requests] of limits)
  test(`a first view of ${path} takes at most ${kilobytes} KB`, async ({ page, app }) => {
    await openLive(page, path);
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(() =>
      ['navigation', 'resource']
        .flatMap((type) => performance.getEntriesByType(type))
        .reduce((sum, entry) => sum + Number(Reflect.get(entry, 'transferSize')), 0),
    );
    expect(bytes / 1024, 'KB').toBeLessThanOrEqual(kilobytes);
    expect(bytes / 1024, 'KB').toBeGreaterThan(70);
    expect(app.line.seen.length).toBeLessThanOrEqual(requests);
  });
