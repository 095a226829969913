import 'fake-indexeddb/auto';

import { clear, get } from 'idb-keyval';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { areAlertsOn, startAlerts, turnOff, turnOn } from '#src/api/alerts.ts';
import { outboxEnvironment } from '#src/api/outbox-environment.ts';
import { alerts, setAlerts } from '#src/state/alerts.ts';

import { database, expectOff, startScene } from './alerts-scene.ts';

beforeEach(async () => {
  setAlerts('unknown');
  await clear(database);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
});

function lockWith(
  request: (name: string, options: object, use: () => Promise<void>) => Promise<unknown>,
): void {
  const env = outboxEnvironment();
  const { locks } = env;
  onTestFinished(() => void Object.assign(env, { locks }));
  Object.assign(env, { locks: { request } });
}

test('alerts that are turned off while the address is renewed stay off, and the press is not kept waiting', async () => {
  const slow = Promise.withResolvers<void>();
  const scene = startScene((method) => (method === 'POST' ? slow.promise : undefined));
  await scene.on('old');
  const renewing = startAlerts();
  await vi.waitFor(() => expect(scene.asked).toContain('POST'));
  await turnOff();
  slow.resolve();
  await renewing;
  await expectOff(scene);
});

test('where another tab speaks of the address, alerts are off at once, and the service is told after it', async () => {
  const scene = startScene();
  await scene.on('old');
  const busy = Promise.withResolvers<void>();
  const request = (_name: string, _options: object, use: () => Promise<void>) => busy.promise.then(use);
  lockWith(request);
  const off = turnOff();
  await vi.waitFor(() => expect(alerts.state).toBe('off'));
  expect(await areAlertsOn()).toBe(false);
  expect([scene.isSubscribed(), scene.asked.includes('DELETE')]).toEqual([false, false]);
  // The other tab's address arrives at the service.
  scene.kept.add('old');
  busy.resolve();
  await off;
  await expectOff(scene);
});

test('what is on its way to the service when alerts are turned off is not waited for', async () => {
  const scene = startScene((method) => (method === 'POST' ? new Promise(() => undefined) : undefined));
  await scene.on('old');
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, use: () => Promise<void>) => {
    last = last.catch(() => undefined).then(use);
    return last;
  };
  lockWith(request);
  void startAlerts();
  await vi.waitFor(() => expect(scene.asked).toContain('POST'));
  await turnOff();
  expect([...scene.kept]).toEqual([]);
});

test('a worker that comes late finds alerts off, and subscribes to nothing', async () => {
  const scene = startScene();
  await scene.on('old');
  const { ready } = navigator.serviceWorker;
  const late = Promise.withResolvers<ServiceWorkerRegistration>();
  Object.assign(navigator.serviceWorker, { ready: late.promise });
  const { pushManager } = await ready;
  const subscribe = vi.spyOn(pushManager, 'subscribe');
  const renewing = startAlerts();
  await vi.waitFor(() => expect(alerts.state).toBe('on'));
  await turnOff();
  late.resolve(ready);
  await renewing;
  expect(subscribe).not.toHaveBeenCalled();
  expect(scene.asked).not.toContain('POST');
});

test('what another tab turned off meanwhile is neither written nor kept by the service', async () => {
  const slow = Promise.withResolvers<void>();
  const scene = startScene((method) => (method === 'POST' ? slow.promise : undefined));
  await scene.on('old');
  const renewing = startAlerts();
  await vi.waitFor(() => expect(scene.asked).toContain('POST'));
  // Without locks: its request to forget was faster.
  await clear(database);
  slow.resolve();
  await renewing;
  await startAlerts();
  await expectOff(scene);
});

test('alerts are off before the browser lets go, so that a page that dies in between is not subscribed again', async () => {
  const scene = startScene();
  await scene.on('old');
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockReturnValueOnce(new Promise(() => undefined));
  void turnOff();
  await vi.waitFor(async () => expect(await get('address', database)).toMatchObject({ isOff: true }));
  await startAlerts();
  await expectOff(scene);
});

test('where a full device does not take that they are off, the service is told all the same', async () => {
  const scene = startScene();
  await scene.on('old');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await turnOff();
  put.mockRestore();
  await expectOff(scene);
});

test('where the answer of the service is lost, browser and service are not left subscribed', async () => {
  let isLost = true;
  const scene = startScene((method) => {
    if (method === 'POST' && isLost) throw new TypeError('Failed to fetch');
  });
  await startAlerts();
  await expect(turnOn([])).rejects.toThrow('Failed to fetch');
  isLost = false;
  await expectOff(scene);
});

test('where nothing can be kept, the service is not asked and the browser is not subscribed', async () => {
  const scene = startScene();
  await startAlerts();
  const open = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await expect(turnOn([])).rejects.toThrow('denied');
  expect([scene.isSubscribed(), scene.asked.includes('POST')]).toEqual([false, false]);
  open.mockRestore();
});

test('both addresses are forgotten where the worker has replaced the one that the page knew', async () => {
  const scene = startScene();
  await scene.on('old');
  scene.kept.add('newer');
  scene.subscribed('newer');
  await turnOff();
  await expectOff(scene);
});

test('an address that nobody here remembers is forgotten too', async () => {
  const scene = startScene();
  scene.kept.add('lost');
  scene.subscribed('lost');
  await turnOff();
  await expectOff(scene);
});

test('where messages are blocked the service is told, and alerts count no more', async () => {
  const scene = startScene();
  await scene.on('old');
  scene.notification.permission = 'denied';
  await startAlerts();
  expect(alerts.state).toBe('denied');
  expect([...scene.kept]).toEqual([]);
  expect(await areAlertsOn()).toBe(false);
});

test('without a connection they are still on', async () => {
  const scene = startScene((method) => {
    if (method === 'POST') throw new TypeError('Failed to fetch');
  });
  await scene.on('old');
  await startAlerts();
  expect(alerts.state).toBe('on');
  expect(await areAlertsOn()).toBe(true);
});

test('a tab hears that another one turned them off, and on', async () => {
  const scene = startScene();
  await scene.on('old');
  await startAlerts();
  expect(alerts.state).toBe('on');
  vi.resetModules();
  const elsewhere = await import('#src/api/alerts.ts');
  await elsewhere.turnOff();
  await vi.waitFor(() => expect(alerts.state).toBe('off'));
  await elsewhere.turnOn(['internship']);
  await vi.waitFor(() => expect(alerts).toMatchObject({ state: 'on', kinds: ['internship'] }));
});
