import type { Page } from '@playwright/test';

import { filesWords } from '#src/content/attachments.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { updateWords } from '#src/content/status.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { startApp } from '../kit/app.ts';
import { builds } from '../kit/builds.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, outbox, submitForm, thanks, untilLive, untilReady } from '../kit/page.ts';
import { serverFiles } from '../kit/server-files.ts';
import { cv, fileField } from './file-steps.ts';
import { button, form, openDevTools, pressApply, told, untilFormLeft } from './visitor.ts';

test.use({ expectedErrors: [failedRequest], server: {}, isWhole: true });

/** A string that identifies the document's version. */
const version = (page: Page) => page.locator('link[rel=modulepreload]').first().getAttribute('href');

for (const pageIs of ['older', 'newer'] as const)
  test(`a page ${pageIs} than its worker and this send each text and each file once @full`, async ({
    app: { line, posts, url, dataDir },
    device,
  }) => {
    const page = device.page();
    await openLive(page, pages.career.path);
    await untilReady(page);
    const old = await version(page);
    const other = await device.context().newPage();
    await openLive(other, pages.privacy.path);
    await using next = await startApp({ DATA_DIR: dataDir }, builds.next);
    line.to(next.url);
    const fill = async (seed: string) => {
      await pressApply(page);
      await fillApplication(page, { Description: `I solder: ${seed}.` });
      await fileField(page).setInputFiles(cv(seed));
      await expect(button(form(page), filesWords.remove)).toBeVisible();
    };
    if (pageIs === 'older') {
      await fill('a');
      await other.reload();
      await button(other, updateWords.update).click();
      await expect.poll(() => version(other)).not.toBe(old);
      await untilLive(other);
    } else {
      const session = await device.context().newCDPSession(page);
      await session.send('Page.reload', { ignoreCache: true });
      await expect.poll(() => version(page)).not.toBe(old);
      await untilLive(page);
      await fill('a');
      await other.reload();
      await untilLive(other);
    }
    expect((await version(other)) === old).toBe(pageIs === 'newer');
    expect((await version(page)) === old).toBe(pageIs === 'older');

    const { session, registrationId } = await openDevTools(other);
    /** Repeats the worker's event, as the browser does while the handler rejects. */
    const syncUntil = (files: number) =>
      expect
        .poll(async () => {
          const event = { origin: url, tag: 'outbox', lastChance: false, registrationId: registrationId() };
          await session.send('ServiceWorker.dispatchSyncEvent', event);
          return (await serverFiles(dataDir)).filter(({ isWhole }) => isWhole).length;
        })
        .toBe(files);

    await test.step('the page begins, the worker goes on', async () => {
      // Chromium itself repeats a POST whose connection was cut.
      line.always('POST', connectCalls.jobApply, 'cut');
      await submitForm(page);
      await expect(thanks(page)).toContainText(outcomeWords.offline);
      // A frozen tab runs nothing.
      const tab = await device.context().newCDPSession(page);
      await other.bringToFront();
      await tab.send('Page.setWebLifecycleState', { state: 'frozen' });
      line.always('POST', connectCalls.jobApply, undefined);
      await syncUntil(1);
      await tab.send('Page.setWebLifecycleState', { state: 'active' });
      await page.bringToFront();
      await expect(told(page)).toBeVisible();
    });
    await test.step('the worker alone', async () => {
      await other.goto('about:blank');
      await button(thanks(page), 'Close').click();
      await fill('b');
      await line.down();
      await submitForm(page);
      await expect(thanks(page)).toContainText(outcomeWords.offline);
      await untilFormLeft(page);
      await page.goto('about:blank');
      await line.up();
      await syncUntil(2);
    });
    await openLive(page, pages.privacy.path);
    await expect(told(page)).toBeVisible();
    await expect(outbox(page)).toBeHidden();
    expect(new Set(posts().map(({ key }) => key)).size).toBe(2);
    expect(await serverFiles(dataDir)).toMatchObject(['a', 'b'].map((seed) => ({ sha256: cv(seed).sha256 })));
    const parts = line.seen.filter((one) => one.startsWith('PUT '));
    expect(parts).toHaveLength(8);
    expect(new Set(parts).size).toBe(8);
  });
