import type { BrowserContext, Worker } from '@playwright/test';

import { vacancyPush } from '#server/hiring/push.ts';
import { pages, vacancyPath } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive, untilReady } from '../kit/page.ts';
import { openVacancy } from '../kit/vacancy.ts';
import { heading, openDevTools } from './visitor.ts';

test.use({ server: {}, isWhole: true, expectedErrors: [failedRequest] });

/** The server's message about a vacancy. */
function pushOf(id: string, name: string): string {
  const row = { id, name, type: 'internship', body: '' };
  const times = { created_at: '2026-11-22T08:00:00.000Z', closed_at: null, closes_at: null, told_at: null };
  const unsaid = { lead: null, location: null, salary: null };
  return vacancyPush({ ...row, ...unsaid, ...times }, 'https://www.hcs.example');
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/** The notifications of the browser. */
async function shown(context: BrowserContext) {
  return (await workerOf(context)).evaluate(async () => {
    const registration = Reflect.get(self, 'registration') as ServiceWorkerRegistration;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });
}

/**
 * Runs in the worker; gives the addresses that a new tab was opened with. No program presses a notification of a browser
 * without a screen: the event is made here, and what only a person's press allows, to bring a tab to the front or to open
 * one, is replaced. What the worker does with it is real.
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

test('a new vacancy is told in the open list, in a tab, with no page open', async ({
  app: { dataDir, line, url },
  device,
}) => {
  const context = device.context();
  await context.grantPermissions(['notifications'], { origin: url });
  const elsewhere = device.page();
  const page = await context.newPage();
  await openLive(page, pages.career.path);
  await untilReady(page);
  const { session, registrationId } = await openDevTools(elsewhere);
  // As the push service does.
  const push = () =>
    session.send('ServiceWorker.deliverPushMessage', {
      ...{ origin: url, registrationId: registrationId() },
      data: pushOf('valve-test-intern', 'Valve Test Intern'),
    });

  await test.step('in the open list, without a reload', async () => {
    const links = page.getByRole('link', { name: 'Apply Now' });
    const before = await links.count();
    await openVacancy(dataDir, 'Valve Test Intern');
    await push();
    await expect(page.getByRole('heading', { level: 3, name: 'Valve Test Intern' })).toBeVisible();
    await expect(links).toHaveCount(before + 1);
    const told = { title: 'New vacancy: Valve Test Intern', body: 'Internship', tag: 'valve-test-intern' };
    expect(await shown(context)).toEqual([told]);
  });
  await test.step('a press on it opens its page in the tab that is there', async () => {
    await line.down();
    await openLive(page, pages.contact.path);
    expect(await (await workerOf(context)).evaluate(pressNewest)).toEqual([]);
    await expect(page).toHaveURL(url + vacancyPath('valve-test-intern'));
    await expect(heading(page)).toHaveText('Valve Test Intern');
    expect(await shown(context)).toEqual([]);
    await line.up();
  });
  await test.step('with no page open a press opens one', async () => {
    await page.close();
    // DevTools loses a message whose worker is just being stopped; a push service would deliver it again.
    await expect(async () => {
      await push();
      expect(await shown(context)).toHaveLength(1);
    }).toPass();
    const address = url + vacancyPath('valve-test-intern');
    expect(await (await workerOf(context)).evaluate(pressNewest)).toEqual([address]);
  });
});
