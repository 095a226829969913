import 'fake-indexeddb/auto';

import { clear, get, set } from 'idb-keyval';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { areAlertsOn, startAlerts, turnOn, wasRefused } from '#src/api/alerts.ts';
import { alerts, setAlerts } from '#src/state/alerts.ts';

import { database, startScene } from './alerts-scene.ts';

beforeEach(async () => {
  setAlerts('unknown');
  await clear(database);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
});

test('an address that the service took and has no more is dead: the browser gets another, once', async () => {
  const scene = startScene();
  await scene.on('dead');
  scene.kept.delete('dead');
  await startAlerts();
  expect([...scene.kept]).toEqual(['new-1']);
  expect(await get('address', database)).toMatchObject({ endpoint: 'new-1', kinds: ['internship'] });
  await startAlerts();
  expect(scene.asked).toEqual(['POST', 'POST']);
});

test('where no other address can be had, the next visit asks for it again', async () => {
  const scene = startScene();
  await scene.on('dead');
  scene.kept.delete('dead');
  const { pushManager } = await navigator.serviceWorker.ready;
  vi.spyOn(pushManager, 'subscribe').mockRejectedValueOnce(new DOMException('No line', 'AbortError'));
  await startAlerts();
  await startAlerts();
  expect([...scene.kept]).toEqual(['new-1']);
});

test('an address that the service has still is renewed as it is, and so is one that it may never have had', async () => {
  const scene = startScene();
  await scene.on('old');
  await startAlerts();
  expect([...scene.kept]).toEqual(['old']);
  await set('address', { ...(await get('address', database)), sentAt: 0 }, database);
  scene.kept.delete('old');
  await startAlerts();
  expect([...scene.kept]).toEqual(['old']);
});

test.each([
  ['refuses', 'unconfirmed', async () => new Response('{}', { status: 503 })],
  ['does not answer', 'on', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('where the service %s to renew them, alerts are %s', async (_, state, fetch) => {
  const scene = startScene();
  await scene.on('old');
  vi.stubGlobal('fetch', fetch);
  await startAlerts();
  expect(alerts).toMatchObject({ state, kinds: ['internship'] });
  expect(await areAlertsOn()).toBe(true);
});

test.each(['GET', 'POST'])('whoever turns them on is told that the service refused %s', async (method) => {
  startScene();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) =>
    (init.method ?? 'GET') === method ? new Response('{}', { status: 503 }) : fetch(url, init),
  );
  await startAlerts();
  expect(wasRefused(await turnOn([]).catch((error: unknown) => error))).toBe(true);
  expect([alerts.state, await areAlertsOn()]).toEqual(['off', false]);
});
