import type { Page } from '@playwright/test';

import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, outbox, stored, submitForm, thanks, untilReady } from '../kit/page.ts';
import { expectRepeat, form, openDevTools, openForm, status, told } from './visitor.ts';

test.use({ expectedErrors: [failedRequest] });

const { jobApply } = connectCalls;

async function dismiss(page: Page): Promise<void> {
  await status(page, outcomeWords.sent).getByRole('button', { name: 'Dismiss' }).click();
  await expect(told(page)).toBeHidden();
}

/** Sets the clock of a page not yet opened to after the lease of the interrupted attempt. */
async function skipClaim(page: Page): Promise<void> {
  await page.clock.install({ time: Date.now() + 60_000 });
}

test('a browser that is killed loses nothing and sends the application once', async ({
  app: { line, posts },
  device,
}) => {
  let page = device.page();
  await openForm(page);
  await fillApplication(page);
  const isStored = async () => JSON.stringify(await stored(page)).includes('profiles.example/mutinta');
  await expect.poll(isStored).toBe(true);
  page = await device.restart();
  await openForm(page);
  await expect(form(page).getByLabel('Profile link')).toHaveValue('https://profiles.example/mutinta');

  line.next('POST', jobApply, 'hang');
  await submitForm(page);
  await expect.poll(() => posts().length).toBe(1);
  page = await device.restart();
  await skipClaim(page);
  await openLive(page, pages.privacy.path);
  await expect(told(page)).toBeVisible();
  await expect(outbox(page)).toBeHidden();
  expectRepeat(posts());
  await dismiss(page);
  await openForm(page);
  await expect(form(page).getByLabel('First name')).toHaveValue('');
});

const chromiumTest = test.extend({ isWhole: true });

chromiumTest(
  'Background Sync sends with no page open, and the next page sends the rest',
  async ({ app: { line, posts, url }, device }) => {
    const elsewhere = device.page();
    await openLive(elsewhere, pages.privacy.path);
    await untilReady(elsewhere);
    await elsewhere.goto('about:blank');
    const { session, registrationId } = await openDevTools(elsewhere);

    /** Submits offline and closes the page. */
    async function applyOffline(): Promise<void> {
      const page = await device.context().newPage();
      await openForm(page);
      await fillApplication(page);
      await line.down();
      await submitForm(page);
      await expect(thanks(page)).toContainText(outcomeWords.offline);
      await page.close();
      await line.up();
    }
    /** Repeats the event, as the browser does while the handler rejects: nothing is sent before it is due. */
    async function syncUntilPosts(count: number): Promise<void> {
      const event = { origin: url, tag: 'outbox', lastChance: false };
      const dispatch = async () => {
        await session.send('ServiceWorker.dispatchSyncEvent', { ...event, registrationId: registrationId() });
        return posts().length;
      };
      await expect.poll(dispatch).toBe(count);
    }

    await applyOffline();
    await syncUntilPosts(1);
    let page = await device.context().newPage();
    await openLive(page, pages.privacy.path);
    await expect(told(page)).toBeVisible();
    await dismiss(page);
    await page.close();

    line.next('POST', jobApply, 'hang');
    await applyOffline();
    await syncUntilPosts(2);
    await session.send('ServiceWorker.stopAllWorkers');
    page = await device.context().newPage();
    await skipClaim(page);
    await openLive(page, pages.privacy.path);
    await expect(told(page)).toBeVisible();
    const keys = posts().map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[1], keys[1]]);
    expect(keys[1]).not.toBe(keys[0]);
  },
);
