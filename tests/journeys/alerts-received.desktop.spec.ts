import type { BrowserContext, Worker } from '@playwright/test';

import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { pages } from '#src/paths.ts';
import { newsTitle, switchWords } from '#src/words/alerts.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { test as base, expect, failedRequest } from '../kit/journey.ts';
import { replyToNewest } from '../kit/newest-application.ts';
import { stored, thanks, untilReady } from '../kit/page.ts';
import { newSubscriber, type PushService, standInForPushService, startPushService } from '../kit/push.ts';
import { apply, main, openDevTools, phone, pressMore, untilFormLeft } from './visitor.ts';

const test = base.extend<{ service: PushService }>({
  service: async ({ browserName: _ }, use) => {
    await using service = await startPushService();
    await use(service);
  },
  appOptions: ({ service }, use) => use({ pushAgent: service.agent }),
});

test.use({ server: {}, isWhole: true, viewport: phone, expectedErrors: [failedRequest] });

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/** The notifications that the browser is showing. */
async function shown(context: BrowserContext) {
  return (await workerOf(context)).evaluate(async () => {
    const registration = Reflect.get(self, 'registration') as ServiceWorkerRegistration;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });
}

/**
 * Runs in the worker; returns the URLs of newly opened tabs. A program cannot press a notification in a headless browser,
 * so this makes the event and replaces what only a person's press allows: bringing a tab to the front and opening one.
 * The worker's handling of the event is real.
 */
async function pressNewest(): Promise<string[]> {
  const opened: string[] = [];
  const registration = Reflect.get(self, 'registration') as ServiceWorkerRegistration;
  const notification = (await registration.getNotifications()).at(-1);
  Reflect.set(Reflect.get(self, 'clients'), 'openWindow', async (url: string) => opened.push(url));
  Reflect.get(self, 'WindowClient').prototype.focus = async function focus() {
    return this;
  };
  const event: Event = new (Reflect.get(self, 'NotificationEvent'))('notificationclick', { notification });
  let work: unknown;
  Object.defineProperty(event, 'waitUntil', {
    value: (promise: unknown) => {
      work = promise;
    },
  });
  self.dispatchEvent(event);
  await work;
  return opened;
}

test('a reply is announced by a notification that reveals nothing, and can be read offline', async ({
  app: { dataDir, line, url },
  device,
  service,
}) => {
  const context = device.context();
  await context.grantPermissions(['notifications'], { origin: url });
  const page = device.page();
  const { subscription, read } = newSubscriber();
  await page.addInitScript(standInForPushService, subscription);
  const alerts = thanks(page).getByRole('switch', { name: switchWords.label });
  await test.step('after applying I turn on notifications', async () => {
    await apply(page);
    await expect(thanks(page)).toBeVisible();
    await untilFormLeft(page);
    await alerts.click();
    await expect(alerts).toBeChecked();
    await expectNoFindings(page);
    await expect.poll(() => line.seen).toContain('PUT /connect/v1/alerts');
  });
  await test.step('I leave its page open', async () => {
    await thanks(page).getByRole('link', { name: outcomeWords.follow }).click();
    await expect(main(page).getByText(follow.states.received.text)).toBeVisible();
    await untilReady(page);
  });
  await test.step('the company answers', async () => {
    await replyToNewest(dataDir, 'Come on Friday.');
    await expect.poll(() => read(service.seen)).toHaveLength(1);
  });
  await test.step('the notification reveals nothing; the reply is stored', async () => {
    const { session, registrationId } = await openDevTools(page);
    const origin = { origin: url, registrationId: registrationId() };
    const data = JSON.stringify(read(service.seen)[0]);
    // Repeat it, because DevTools may lose a message.
    await expect(async () => {
      await session.send('ServiceWorker.deliverPushMessage', { ...origin, data });
      expect(await shown(context)).toEqual([{ title: newsTitle, body: '', tag: expect.any(String) }]);
    }).toPass();
    await expect.poll(async () => JSON.stringify(await stored(page))).toContain('Come on Friday.');
    await expect(main(page).getByText('Come on Friday.')).toBeVisible();
  });
  await test.step('pressing it opens the application offline', async () => {
    await line.down();
    const [address = ''] = await (await workerOf(context)).evaluate(pressNewest);
    expect(address).toMatch(/\/application#[\da-f-]{36}$/);
    await page.goto('about:blank');
    await page.goto(address);
    await expect(main(page).getByText('Come on Friday.')).toBeVisible();
    await line.up();
  });
  await test.step('once removed from this device, it notifies nobody; vacancies are still announced', async () => {
    const puts = () => line.seen.filter((call) => call === 'PUT /connect/v1/alerts').length;
    const before = puts();
    await pressMore(page, follow.remove);
    await expect.poll(puts).toBe(before + 1);
    await expect.poll(() => stored(page)).toEqual([]);
    await replyToNewest(dataDir, 'Come on Monday.');
    await page.goto(pages.saved.path);
    await expect(main(page).getByRole('switch', { name: switchWords.label })).toBeChecked();
    expect(read(service.seen)).toHaveLength(1);
  });
});
