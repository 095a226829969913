import type { BrowserContext, Worker } from '@playwright/test';

import { vacancyPush } from '#server/vacancies/alerts.ts';
import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { pages, vacancyPath } from '#src/paths.ts';
import { alertWords, newsTitle, newsWords } from '#src/words/alerts.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { replyToNewest } from '../kit/newest-application.ts';
import { openLive, stored, thanks, untilReady } from '../kit/page.ts';
import { newSubscriber, type PushService, standInForPushService, startPushService } from '../kit/push.ts';
import { openVacancy } from '../kit/vacancy.ts';
import { apply, button, main, openDevTools, phone, pressMore } from './visitor.ts';

const withPushes = test.extend<{ service: PushService }>({
  service: async ({ browserName: _ }, use) => {
    await using service = await startPushService();
    await use(service);
  },
  appOptions: ({ service }, use) => use({ pushAgent: service.agent }),
});

test.use({ server: {}, isWhole: true, expectedErrors: [failedRequest] });

/** The server's message about a vacancy. */
function pushOf(id: string, name: string): string {
  const row = { id, name, type: 'internship', body: '' };
  const times = {
    created_at: '2026-11-22T08:00:00.000Z',
    closed_at: null,
    closes_at: null,
    announced_at: null,
  };
  const unsaid = { lead: null, location: null, salary: null };
  return vacancyPush({ ...row, ...unsaid, ...times }, 'https://www.hcs.example');
}

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

test('a new vacancy is announced in the open list, in a tab and with no page open @full', async ({
  app: { dataDir, url },
  device,
}) => {
  const context = device.context();
  await context.grantPermissions(['notifications'], { origin: url });
  const elsewhere = device.page();
  const page = await context.newPage();
  await openLive(page, pages.career.path);
  await untilReady(page);
  const { session, registrationId } = await openDevTools(elsewhere);
  /** Delivers it as the push service would, again if DevTools loses it while the worker is being stopped. */
  const push = () =>
    expect(async () => {
      await session.send('ServiceWorker.deliverPushMessage', {
        ...{ origin: url, registrationId: registrationId() },
        data: pushOf('valve-test-intern', 'Valve Test Intern'),
      });
      const told = { title: 'New vacancy: Valve Test Intern', body: 'Internship', tag: 'valve-test-intern' };
      await expect.poll(() => shown(context), { timeout: 10_000 }).toEqual([told]);
    }).toPass();

  await test.step('in the open list, without a reload', async () => {
    const links = page.getByRole('link', { name: 'Apply Now' });
    const before = await links.count();
    await openVacancy(dataDir, 'Valve Test Intern');
    await push();
    await expect(page.getByRole('heading', { level: 3, name: 'Valve Test Intern' })).toBeVisible();
    await expect(links).toHaveCount(before + 1);
  });
  const address = url + vacancyPath('valve-test-intern');
  await test.step('pressing it opens a tab of its own', async () => {
    await openLive(page, pages.contact.path);
    expect(await (await workerOf(context)).evaluate(pressNewest)).toEqual([address]);
    expect(page.url()).toBe(url + pages.contact.path);
    await expect.poll(() => shown(context)).toEqual([]);
  });
  await test.step('or brings the tab that shows it to the front', async () => {
    await openLive(page, vacancyPath('valve-test-intern'));
    await push();
    expect(await (await workerOf(context)).evaluate(pressNewest)).toEqual([]);
  });
  await test.step('with no page open, pressing it opens one', async () => {
    await page.close();
    await push();
    expect(await (await workerOf(context)).evaluate(pressNewest)).toEqual([address]);
  });
});

withPushes.use({ server: {}, isWhole: true, viewport: phone, expectedErrors: [failedRequest] });

withPushes(
  'a reply is announced by a notification that reveals nothing, and can be read offline',
  async ({ app: { dataDir, line, url }, device, service }) => {
    const context = device.context();
    await context.grantPermissions(['notifications'], { origin: url });
    const page = device.page();
    const { subscription, read } = newSubscriber();
    await page.addInitScript(standInForPushService, subscription);
    await withPushes.step('after applying I turn on notifications', async () => {
      await apply(page);
      await button(thanks(page), newsWords.turnOn).click();
      await expect(thanks(page).getByText(newsWords.on)).toBeVisible();
      await expect(button(thanks(page), alertWords.turnOn)).toBeVisible();
      await expectNoFindings(page);
    });
    await withPushes.step('alerts for vacancies begin and end without touching that', async () => {
      await button(thanks(page), alertWords.turnOn).click();
      await button(thanks(page), alertWords.turnOff).click();
      await expect(button(thanks(page), alertWords.turnOn)).toBeVisible();
      await expect(thanks(page).getByText(newsWords.on)).toBeVisible();
    });
    await withPushes.step('I leave its page open', async () => {
      await thanks(page).getByRole('link', { name: outcomeWords.follow }).click();
      await expect(main(page).getByText(follow.states.received.text)).toBeVisible();
      await untilReady(page);
    });
    await withPushes.step('the company answers', async () => {
      await replyToNewest(dataDir, 'Come on Friday.');
      await expect.poll(() => read(service.seen)).toHaveLength(1);
    });
    await withPushes.step('the notification reveals nothing; the reply is stored', async () => {
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
    await withPushes.step('pressing it opens the application offline', async () => {
      await line.down();
      const [address = ''] = await (await workerOf(context)).evaluate(pressNewest);
      expect(address).toMatch(/\/application#[\da-f-]{36}$/);
      await page.goto('about:blank');
      await page.goto(address);
      await expect(main(page).getByText('Come on Friday.')).toBeVisible();
      await line.up();
    });
    await withPushes.step('once removed from this device, it notifies nobody', async () => {
      await pressMore(page, follow.remove);
      await expect.poll(() => line.seen).toContain('DELETE /connect/v1/alerts');
      await expect.poll(async () => (await stored(page)).filter(({ kind }) => kind === 'apply')).toEqual([]);
      expect(await page.evaluate(() => 'push' in localStorage)).toBe(false);
    });
  },
);
