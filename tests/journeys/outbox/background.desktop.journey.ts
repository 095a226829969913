import { expect } from '@playwright/test';

import { outcomeWords } from '#src/content/outcomes.ts';

import { posts, sendForm, thanks } from '../../support/forms.ts';
import { test } from '../../support/outbox-scene.ts';

const email = 'mutinta@example.com';

test.setTimeout(240_000);

test('an application that waits is sent by Background Sync with no page of the site open', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { weather, device, page, stored } = scene;
  await weather.down();
  await sendForm(page, weather.url, 'apply', email);
  await expect(thanks(page)).toContainText('when you are back online');
  const elsewhere = await device.context().newPage();
  const session = await device.context().newCDPSession(elsewhere);
  const registrations: string[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: known }) => {
    registrations.push(...known.map(({ registrationId }) => registrationId));
  });
  await session.send('ServiceWorker.enable');
  await page.close();
  await weather.up();
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  const registrationId = registrations.at(-1) ?? '';
  // As the browser does while the handler rejects: nothing is sent before its time.
  await expect
    .poll(
      async () => {
        await session.send('ServiceWorker.dispatchSyncEvent', {
          origin: weather.url,
          registrationId,
          tag: 'outbox',
          lastChance: false,
        });
        return stored();
      },
      { timeout: 90_000 },
    )
    .toEqual([email]);
  expect(weather.seen.filter((line) => line.includes(posts.apply)).length).toBeGreaterThan(0);
  await elsewhere.goto(`${weather.url}/contact`);
  await expect(elsewhere.getByText(outcomeWords.sentMeanwhile)).toBeVisible({ timeout: 90_000 });
});
