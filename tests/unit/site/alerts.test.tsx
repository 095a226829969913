// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { follow } from '#src/content/follow.ts';
import { connectCalls, followPath, pages } from '#src/paths.ts';
import { switchWords as words } from '#src/words/alerts.ts';

import { publicKey, standInForPush } from '../outbox/push-browser.ts';
import { all, control, one, press, settle, until } from './person.ts';
import { apply, openSite, payload, prepareBrowser, type Reply, refusal, startServer } from './site.tsx';

let browser: ReturnType<typeof standInForPush>;

beforeEach(() => {
  prepareBrowser();
  browser = standInForPush();
  const { pushManager } = browser;
  const none = async () => undefined;
  const registration = { pushManager, update: none };
  const serviceWorker = {
    ...{ controller: null, register: none, addEventListener() {}, ready: Promise.resolve(registration) },
    getRegistration: async () => registration,
    getRegistrations: async () => [registration],
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  vi.stubGlobal('PushManager', class {});
});

/** A server with notifications. `refuses`: what it answers instead, so many times. `told`: the secrets of the last PUT. */
function startAlerts(more: (call: string) => Reply | undefined = () => undefined) {
  const server = {
    refuses: undefined as Reply | undefined,
    told: undefined as string[] | undefined,
    refused: 0,
  };
  startServer(({ call, method, body }) => {
    if (call !== connectCalls.alerts) return more(call);
    if (server.refuses) server.refused += 1;
    if (server.refuses) return server.refuses instanceof Response ? server.refuses.clone() : 'cut';
    if (method === 'DELETE') server.told = undefined;
    if (method === 'PUT') server.told = Object(body).applications;
    return payload({ publicKey });
  });
  return server;
}

const open = () => openSite(pages.career.path);
const says = (isOn: boolean) => until(() => expect(control(words.label).checked).toBe(isOn));
/** Waits until it can be pressed. */
async function flip(): Promise<void> {
  const found = await until(() => {
    const one = control(words.label);
    expect(one.ariaDisabled).not.toBe('true');
    return one;
  });
  found.click();
}
/** Another tab or the worker has changed something. */
function announce(): void {
  const channel = new BroadcastChannel('outbox');
  channel.postMessage('changed');
  channel.close();
}

test('the switch is on while the browser has a subscription, and the server is told', async () => {
  const server = startAlerts();
  await open();
  await says(false);
  await flip();
  await says(true);
  await until(() => expect(server.told).toEqual([]));
  await flip();
  await says(false);
  expect(browser.subscribed()).toBeNull();
  await until(() => expect(server.told).toBeUndefined());
});

test('another tab shows at once what was switched here, or reset in the browser', async () => {
  startAlerts();
  await open();
  await says(false);
  browser.permission = 'granted';
  await browser.pushManager.subscribe({ applicationServerKey: publicKey });
  announce();
  await says(true);
  browser.reset();
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await says(false);
  await flip();
  await says(true);
  browser.permission = 'denied';
  announce();
  await until(() => one('status', words.denied));
});

test.each([
  ['no line', words.offline, (server: ReturnType<typeof startAlerts>) => (server.refuses = 'cut')],
  ['a limit', 'Objection 429', (server: ReturnType<typeof startAlerts>) => (server.refuses = refusal(429))],
  ['no push service', words.push, () => (browser.mayPush = false)],
  ['no permission', words.notAllowed, () => (browser.answer = async () => 'default')],
  ['blocked storage', words.failed, () => vi.spyOn(indexedDB, 'open').mockThrow(new Error('Blocked.'))],
])('with %s it stays off and says why', async (_, problem, prevent) => {
  const server = startAlerts();
  prevent(server);
  await open();
  await flip();
  await until(() => one('alert', problem));
  await says(false);
  expect(browser.subscribed()).toBeNull();
});

test('a prompt may stay open for minutes, and pages change meanwhile', async () => {
  startAlerts();
  await open();
  const { promise, resolve } = Promise.withResolvers<NotificationPermission>();
  browser.answer = () => promise;
  await says(false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await flip();
  vi.advanceTimersByTime(20_000);
  await settle();
  expect(all('alert')).toEqual([]);
  vi.useRealTimers();
  await press('link', 'Privacy');
  await until(() => expect(location.pathname).toBe(pages.privacy.path));
  resolve('granted');
  await until(() => expect(browser.subscribed()).not.toBeNull());
  await open();
  await says(true);
});

test('it stays on, and says so, if the browser does not end the subscription', async () => {
  startAlerts();
  await open();
  await flip();
  await says(true);
  browser.hangs = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await flip();
  await until(() => {
    vi.advanceTimersByTime(1_000);
    one('alert', words.notEnded);
  });
  await says(true);
});

test('after an application there is one switch, and the server is told of what is sent and removed', async () => {
  const server = startAlerts((call) =>
    call === connectCalls.application
      ? payload({ job: 'fitter', createdAt: '2027-03-01T08:00:00Z', state: 'received' })
      : undefined,
  );
  await open();
  await flip();
  await until(() => expect(server.told).toEqual([]));
  await apply();
  const secret = 's'.repeat(22);
  await until(() => expect(server.told).toEqual([secret]));
  await says(true);
  server.refuses = 'cut';
  await openSite(followPath(secret));
  await press('button', follow.remove);
  await until(() => expect(server.refused).toBe(1));
  await settle();
  server.refuses = undefined;
  await open();
  await until(() => expect(server.told).toEqual([]));
});

test('a visit tells the server once a day', async () => {
  const server = startAlerts();
  await open();
  await flip();
  await until(() => expect(server.told).toEqual([]));
  await until(() => expect(localStorage.alertsAt).toBeDefined());
  server.told = undefined;
  await open();
  await settle();
  expect(server.told).toBeUndefined();
  localStorage.alertsAt = String(Date.now() - 86_400_000);
  await open();
  await until(() => expect(server.told).toEqual([]));
});

test('without the feature there is no switch', async () => {
  startAlerts((call) => (call === connectCalls.features ? payload(['status']) : undefined));
  await open();
  await settle();
  expect(document.querySelector('[role=switch]')).toBeNull();
});
