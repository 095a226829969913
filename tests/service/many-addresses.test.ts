import { once } from 'node:events';
import { request } from 'node:https';
import type { Socket } from 'node:net';

import { expect, onTestFinished, test, vi } from 'vitest';

import { alert } from '#server/commands/alerts.ts';
import { readConfig } from '#server/config.ts';
import { mostAddresses } from '#server/connect/alerts.ts';
import { pushChannel } from '#server/notifications/push.ts';
import { mostSockets, publicAgent } from '#server/notifications/push-agent.ts';
import { claimNext } from '#server/notifications/queue.ts';
import { openStore, type Store } from '#server/store/open-store.ts';

import { newSubscriber, startPushService } from '../support/push-service.ts';
import { addresses, alertingApp, publishVacancy, subscribe, waiting } from './alerting-app.ts';
import { patient, until } from './patience.ts';
import { post, temporaryFolder } from './test-app.ts';

const endpointOf = (number: number) => `https://push.example.com/${String(number).padStart(6, '0')}`;

async function fill(store: Store, count: number): Promise<void> {
  const row = { ...newSubscriber().subscription.keys, kinds: '[]', created_at: new Date().toISOString() };
  for (let start = 0; start < count; start += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, count - start) }, (_, index) => start + index);
    await store.write((trx) =>
      trx
        .insertInto('alerts')
        .values(numbers.map((number) => ({ endpoint: endpointOf(number), ...row })))
        .execute(),
    );
  }
}

test('there is an end to the addresses; those that are there can be changed and replaced', async () => {
  const { app, store } = await alertingApp({});
  const { subscription } = await subscribe(app);
  await fill(store, mostAddresses - 1);
  const next = newSubscriber().subscription;
  const refused = await post(app, 'alerts', { subscription: next });
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
  const unknown = newSubscriber().subscription.endpoint;
  expect((await post(app, 'alerts', { subscription: next, replaces: unknown })).statusCode).toBe(503);
  expect((await post(app, 'alerts', { subscription })).statusCode).toBe(201);
  const replaced = await post(app, 'alerts', { subscription: next, replaces: subscription.endpoint });
  expect(replaced.statusCode).toBe(201);
  expect(await addresses(store)).toHaveLength(mostAddresses);
});

test('the operator reads in the log that there is little room left', async () => {
  const { app, store } = await alertingApp({});
  const warned = vi.spyOn(app.log, 'warn');
  await fill(store, 0.9 * mostAddresses - 2);
  await subscribe(app);
  expect(warned).not.toHaveBeenCalled();
  await subscribe(app);
  expect(warned.mock.calls).toMatchObject([
    [{ count: 0.9 * mostAddresses, mostAddresses }, expect.any(String)],
  ]);
});

test('a vacancy opens with one row, which becomes one for each address, also after an interruption', async () => {
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  const store = await openStore(config);
  onTestFinished(() => store.close());
  await fill(store, 1_200);
  const [reached_at, known] = [new Date().toISOString(), endpointOf(1_100)];
  await store.db.updateTable('alerts').set({ reached_at }).where('endpoint', '=', known).execute();
  await publishVacancy(config, 'Valve Test Intern');
  expect(await waiting(store)).toHaveLength(1);
  const site = { keys: { publicKey: '', privateKey: '' }, siteUrl: config.siteUrl, agent: publicAgent() };
  const [first] = await waiting(store);
  if (first === undefined) throw new Error('Nothing waits');
  let writes = 0;
  const failing: Store = {
    ...store,
    write: (work) => (++writes > 1 ? Promise.reject(new Error('The disk is full.')) : store.write(work)),
  };
  await expect(pushChannel(failing, site)(first)).rejects.toThrow('full');
  const told = (await waiting(store)).flatMap(({ alert }) => alert ?? []);
  expect(told).toHaveLength(500);
  // They were sent before the server came back.
  await store.db.deleteFrom('outgoing').where('alert', 'is not', null).execute();
  const [again] = await waiting(store);
  if (again === undefined) throw new Error('Nothing waits');
  expect(await pushChannel(store, site)(again)).toBeNull();
  // An address that was reached before comes before those that perhaps only cost time.
  await store.db.deleteFrom('outgoing').where('alert', 'is', null).execute();
  expect(await claimNext(store, ['push'])).toMatchObject({ alert: known });
  for (const { alert } of await waiting(store)) if (alert !== null) told.push(alert);
  expect(told.sort()).toEqual(await addresses(store));
});

/** A push service, the agent of the server on the way to it, and its connections. */
async function counted() {
  const service = await startPushService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const sockets: Socket[] = [];
  const createConnection = () => {
    const socket = service.agent.createConnection({}) as Socket;
    sockets.push(socket);
    return socket;
  };
  const agent = Object.assign(publicAgent(), { createConnection });
  return { service, agent, sockets, isOpen: () => sockets.filter(({ destroyed }) => !destroyed).length };
}

test('a hundred hosts leave no hundred connections behind, and none for long', patient, async () => {
  const { agent, isOpen } = await counted();
  for (let number = 0; number < 100; number += 1) {
    const sent = request(`https://push-${number}.example.com/201/x`, { method: 'POST', agent }).end();
    const [response] = await once(sent, 'response');
    await once(response.resume(), 'end');
    expect(isOpen()).toBeLessThanOrEqual(mostSockets);
  }
  await until(() => expect(isOpen()).toBe(0));
});

test('a push service that talks on is cut off, and what it said at first counts', patient, async () => {
  const { service, agent, sockets } = await counted();
  service.answer = () => ({ status: 201, isEndless: true });
  const { app, config, store } = await alertingApp({}, { ...service, agent });
  await subscribe(app);
  await publishVacancy(config, 'Valve Test Intern');
  await until(async () => expect(await waiting(store)).toEqual([]));
  await until(() => expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]));
  expect(sockets[0]?.bytesRead).toBeLessThan(1_000_000);
  expect(service.pushes).toHaveLength(1);
});

test('the operator sees at which hosts the addresses are, and deletes those of one', async () => {
  const { app, config, store } = await alertingApp({});
  for (const host of ['push.example.com', 'a.stranger.example', 'b.stranger.example', 'nostranger.example']) {
    const { keys } = newSubscriber().subscription;
    const subscription = { endpoint: `https://${host}/x`, keys };
    expect((await post(app, 'alerts', { subscription })).statusCode).toBe(201);
  }
  await subscribe(app);
  const listed = JSON.parse(await alert.run(['hosts', '--json'], config)) as object[];
  expect(listed).toHaveLength(4);
  expect(listed[0]).toEqual({ host: 'push.example.com', addresses: '2', reached: '0' });
  expect(await alert.run(['remove', 'Stranger.example'], config)).toContain('2 address');
  expect(await addresses(store)).toHaveLength(3);
  await expect(alert.run(['remove', 'stranger.example'], config)).rejects.toThrow('alert hosts');
});
