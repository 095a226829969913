import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { type Config, readConfig } from '#server/config.ts';
import { channelsOf, Undelivered } from '#server/notifications/channels.ts';
import { claimNext } from '#server/notifications/queue.ts';
import { openStore, type Store } from '#server/store/open-store.ts';

import { startMailSink, startWebhookSink } from '../support/mail-sink.ts';
import { until } from './patience.ts';
import { application, openVacancy, post, testApp } from './test-app.ts';

async function openedStore(config: Config): Promise<Store> {
  const store = await openStore(config);
  onTestFinished(() => store.close());
  return store;
}

const waiting = (store: Store) => store.db.selectFrom('outgoing').selectAll().orderBy('id').execute();

async function apply(app: Parameters<typeof post>[0], changes: object = {}): Promise<void> {
  const answer = await post(app, 'job-apply', { ...application, job: await openVacancy(app), ...changes });
  expect(answer.statusCode).toBe(201);
}

test('a mail server that takes its time over a message gets it once, and holds no webhook up', {
  timeout: 180_000,
}, async () => {
  await using mail = await startMailSink();
  await using webhook = await startWebhookSink();
  mail.taken = () => setTimeout(12_000, '250 Taken');
  const { app, config } = await testApp({ SMTP_URL: mail.url, NOTIFY_WEBHOOK: webhook.url });
  await app.ready();
  await apply(app);
  await until(() => expect(mail.mails).toHaveLength(1));
  await apply(app, { email: 'ada@example.com' });
  await until(() => expect(webhook.posts).toHaveLength(2));
  const store = await openedStore(config);
  // Both are with the webhook's receiver, and out of the way, while the mail server still thinks.
  await until(async () =>
    expect(new Set((await waiting(store)).map(({ channel }) => channel))).toEqual(new Set(['mail'])),
  );
  mail.taken = async () => '250 Taken';
  await until(async () => expect(await waiting(store)).toEqual([]));
  expect(mail.mails.map(({ to }) => to)).toEqual([[application.email], ['ada@example.com']]);
});

test('what a wrong clock put off for years is sent once the clock is right', async () => {
  const { app, config } = await testApp({ NOTIFY_WEBHOOK: 'http://127.0.0.1:9/hook' });
  await apply(app);
  const store = await openedStore(config);
  await store.db.updateTable('outgoing').set({ due_at: '2099-01-01T00:00:00.000Z' }).execute();
  expect(await claimNext(store, ['webhook'])).toMatchObject({ kind: 'application' });
  expect(await claimNext(store, ['webhook'])).toBeUndefined();
});

test('a mail server that says a little again and again is given up', async () => {
  const server = createServer((socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 20);
    socket.on('close', () => clearInterval(drip)).on('error', () => {});
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { mail } = channelsOf(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }), 300);
  const message = { to: application.email, subject: 'x', text: 'x' };
  await expect(mail?.({ id: 'id', told: null }, message, new AbortController().signal)).rejects.toThrow(
    Undelivered,
  );
});

test('an address that the mail server refuses today is told later, and the others once', {
  timeout: 180_000,
}, async () => {
  await using mail = await startMailSink();
  mail.answer = (address) => (address.startsWith('jobs') ? '450 Greylisted' : '250 OK');
  const { app, config } = await testApp({
    SMTP_URL: mail.url,
    NOTIFY_TO: 'Boss@hcs.example, jobs@hcs.example',
  });
  await app.ready();
  await apply(app);
  const store = await openedStore(config);
  await until(async () =>
    expect(await waiting(store)).toMatchObject([{ kind: 'application', problem: 'EENVELOPE 450' }]),
  );
  mail.answer = () => '250 OK';
  await store.db.updateTable('outgoing').set({ due_at: new Date().toISOString() }).execute();
  await until(async () => expect(await waiting(store)).toEqual([]));
  const operators = mail.mails.map(({ to }) => to).filter(([to]) => to !== application.email);
  expect(operators).toEqual([['Boss@hcs.example'], ['jobs@hcs.example']]);
});
