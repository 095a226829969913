import * as ui from '#src/content/interface.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';

import { expect, test } from '../kit/journey.ts';
import { goByLink, openLive } from '../kit/page.ts';
import { files, hasWorker, status } from './visitor.ts';

const failed =
  /^console\.error: (?:Failed to load resource|An unknown error occurred when fetching the script)/;
test.use({ serviceWorkers: 'allow', expectedErrors: [failed] });

test('an interruption while the site is being stored leaves nothing half stored', async ({
  app: { line },
  page,
}) => {
  const bundles = () => line.seen.filter((request) => request.includes('/assets/site-')).length;
  // A service that never responds must not delay anything.
  line.always('GET', connectCalls.jobList, 'hang');

  await test.step("a gateway's page instead of the bundle is not stored", async () => {
    line.next('GET', '/assets/site-', { page: 200 });
    await openLive(page, pages.home.path);
    await expect.poll(bundles).toBe(1);
    await expect.poll(() => hasWorker(page)).toBe(false);
    expect(await files(page, '\\.html$')).toEqual([]);
  });
  await test.step('when the line breaks during the worker, then the bundle, the open page tries again', async () => {
    const offline = status(page, ui.offline);
    line.always('GET', otherPaths.worker, 'cut');
    line.always('HEAD', otherPaths.health, 'cut');
    await openLive(page, pages.home.path);
    await page.evaluate(() => document.body.setAttribute('data-document', 'same'));
    await expect(offline).toBeVisible();

    const goOn = line.hold('GET', '/assets/site-', { after: 40_000 });
    line.always('GET', otherPaths.worker, undefined);
    line.always('HEAD', otherPaths.health, undefined);
    await expect.poll(bundles).toBe(2);
    line.always('HEAD', otherPaths.health, 'cut');
    goOn();
    await expect(offline).toBeVisible();
    await expect.poll(() => hasWorker(page)).toBe(false);
    expect(await files(page, '\\.html$')).toEqual([]);

    line.always('HEAD', otherPaths.health, undefined);
    const state = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
    await expect.poll(state).toBe('activated');
    await expect(page.locator('body[data-document]')).toBeAttached();
    expect(line.seen.filter((request) => request.includes('__WB_REVISION__'))).toEqual([]);
  });
  await line.down();
  await openLive(page, pages.zstudy.path);
});

test('if there is no space for the site, none of it stays stored @full', async ({
  app: { line, url },
  context,
  page,
}) => {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 300_000 });
  await openLive(page, pages.home.path);
  await expect.poll(() => line.seen.some((request) => request.includes('/assets/site-'))).toBe(true);
  await expect.poll(() => hasWorker(page)).toBe(false);
  // The page's first request waits until the failed worker is redundant.
  await goByLink(page, pages.career);
  await expect.poll(() => files(page, '\\.html$')).toEqual([]);
});
