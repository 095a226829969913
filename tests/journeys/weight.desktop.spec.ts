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
  [pages.career.path, 200, 30],
  [pages.mediaRoom.path, 200, 36],
  [mediaDetailPath('kalingalinga-leak-valves'), 200, 26],
] as const;

test('a first view by phone takes at most 110 KB on Home and 200 KB elsewhere, all files and headers counted', async ({
  page,
  context,
  app,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const open = new Set<string>();
  let bytes = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) open.add(requestId);
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    open.delete(requestId);
  });
  for (const [path, kilobytes, requests] of limits)
    await test.step(path, async () => {
      await page.goto('about:blank');
      bytes = 0;
      app.line.clear();
      await openLive(page, path);
      await page.waitForLoadState('load');
      await expect
        .poll(async () => {
          await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
          return open.size;
        })
        .toBe(0);
      expect.soft(bytes / 1024, 'KB').toBeLessThanOrEqual(kilobytes);
      expect.soft(app.line.seen.length).toBeLessThanOrEqual(requests);
      expect(bytes / 1024, 'KB').toBeGreaterThan(70);
    });
});
