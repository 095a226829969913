import { devices } from '@playwright/test';

import { mediaDetailPath, pages } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';

const { viewport: _tall, defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];

test.use({ ...phone, viewport: { width: 360, height: 740 } });

const most = { kilobytes: 200, requests: 32 };
const limits = [
  [pages.home.path, { kilobytes: 110, requests: 20 }],
  [pages.team.path, most],
  [pages.contact.path, most],
  [pages.career.path, most],
  [pages.mediaRoom.path, most],
  [mediaDetailPath('kalingalinga-leak-valves'), most],
] as const;

test('a first view by phone takes at most 110 KB on Home and 200 KB elsewhere, all files and headers counted', async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  let requests = new Set<string>();
  let open = new Set<string>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return;
    requests.add(requestId);
    open.add(requestId);
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    open.delete(requestId);
  });
  for (const [path, limit] of limits)
    await test.step(path, async () => {
      await page.goto('about:blank');
      [bytes, requests, open] = [0, new Set(), new Set()];
      await openLive(page, path);
      await page.waitForLoadState('load');
      await expect
        .poll(async () => {
          await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
          return open.size;
        })
        .toBe(0);
      expect.soft(bytes / 1024, 'KB').toBeLessThanOrEqual(limit.kilobytes);
      expect.soft(requests.size).toBeLessThanOrEqual(limit.requests);
      expect(bytes / 1024, 'KB').toBeGreaterThan(70);
    });
});
