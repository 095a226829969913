import { expect } from '@playwright/test';

import { outcomeWords } from '#src/content/outcomes.ts';

import {
  fillForm,
  openForm,
  outbox,
  posts,
  pressSubmit,
  requests,
  sendForm,
  thanks,
} from '../../support/forms.ts';
import { test } from '../../support/outbox-scene.ts';

const email = 'mutinta@example.com';

// Server, browser and restarts take their time on a busy machine.
test.setTimeout(240_000);

test('an application survives a browser that is killed while it is being sent', async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { weather, device, stored } = scene;
  weather.next('POST', posts.apply, 'hang');
  await sendForm(device.page(), weather.url, 'apply', email);
  await expect.poll(() => weather.seen.filter((line) => line.includes(posts.apply))).toHaveLength(1);
  const page = await device.restart('kill');
  await page.goto(`${weather.url}/contact`);
  await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeVisible({ timeout: 90_000 });
  await expect(outbox(page)).toBeHidden();
  expect(stored()).toEqual([email]);
});

test('a subscription that waits survives a reload and is counted in every tab', async ({ setUp }) => {
  await using scene = await setUp('subscribe');
  const { weather, device, page, stored } = scene;
  const other = await device.context().newPage();
  await other.goto(`${weather.url}/privacy`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await weather.down();
  await sendForm(page, weather.url, 'subscribe', email);
  await expect(thanks(page)).toContainText('when you are back online');
  await expect(outbox(other)).toHaveText('Outbox: 1 waiting');
  await page.reload();
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting');
  await weather.up();
  await expect.poll(stored, { timeout: 90_000 }).toEqual([email]);
  await expect(outbox(other)).toBeHidden({ timeout: 90_000 });
  await expect(outbox(page)).toBeHidden();
  expect(stored()).toEqual([email]);
});

test('an application survives a worker that is stopped while it sends', async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { weather, device, page, stored } = scene;
  await weather.down();
  await sendForm(page, weather.url, 'apply', email);
  await expect(thanks(page)).toContainText('when you are back online');
  weather.always('POST', posts.apply, 'hang');
  await weather.up();
  await expect
    .poll(() => weather.seen.filter((line) => line.includes(posts.apply)).length, { timeout: 90_000 })
    .toBeGreaterThan(0);
  // The try that hangs goes on hanging; the browser may start the worker anew at once, and that one is answered.
  weather.always('POST', posts.apply, undefined);
  const session = await device.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await page.close();
  const next = await device.context().newPage();
  await next.goto(weather.url);
  await expect(next.getByText(outcomeWords.sentMeanwhile)).toBeVisible({ timeout: 90_000 });
  expect(stored()).toEqual([email]);
});

test('a subscription waits and is sent without Background Sync as well', async ({ setUp }) => {
  await using scene = await setUp('subscribe', () => {
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
    Reflect.deleteProperty(globalThis, 'SyncManager');
  });
  const { weather, page, stored } = scene;
  await weather.down();
  await sendForm(page, weather.url, 'subscribe', email);
  await expect(thanks(page)).toContainText('when you are back online');
  await weather.up();
  await expect.poll(stored, { timeout: 90_000 }).toEqual([email]);
  await expect(outbox(page)).toBeHidden({ timeout: 90_000 });
  expect(stored()).toEqual([email]);
});

for (const request of requests)
  test(`${request} is sent from memory when storage is full, and says when nothing can be kept`, async ({
    setUp,
  }) => {
    await using scene = await setUp(request, () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    const { weather, page, stored } = scene;
    await weather.down();
    await sendForm(page, weather.url, request, email);
    await expect(page.getByRole('dialog')).toContainText('Error 500: Server connection failed!.');
    await expect(outbox(page)).toBeHidden();
    await weather.up();
    await openForm(page, weather.url, request);
    await fillForm(page, request, email);
    await pressSubmit(page, request);
    await expect(thanks(page)).not.toContainText('back online');
    expect(stored()).toEqual([email]);
  });
