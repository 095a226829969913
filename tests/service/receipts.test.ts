import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';

import { startMailSink, startWebhookSink } from '../support/mail-sink.ts';
import { freePort } from '../support/site.ts';
import { apply, hurry, openedStore, waiting } from './mail-scene.ts';
import { patient, until } from './patience.ts';
import { stores } from './stores.ts';
import { application, testApp } from './test-app.ts';

const dayMs = 86_400_000;

describe.each(stores)('with $name', ({ settings }) => {
  test('forgotten people get no receipt that still waits', async ({ skip }) => {
    const { app, config } = await testApp({
      ...(await settings(skip)),
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    });
    await apply(app);
    await apply(app, { email: 'ada@example.com' });
    await runLine(config, 'forget', application.email);
    const left = await waiting(await openedStore(config));
    expect(left.filter(({ application }) => application !== null)).toHaveLength(1);
  });

  test('a stranger gets three receipts a day, also where each application is withdrawn', async ({ skip }) => {
    const { app, config } = await testApp({
      ...(await settings(skip)),
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    });
    const store = await openedStore(config);
    for (const description of ['a', 'b', 'c', 'd', 'e']) {
      await apply(app, { description, email: 'Stranger@example.com' });
      await store.db.deleteFrom('applications').execute();
    }
    expect(await store.db.selectFrom('mail').select('kind').execute()).toHaveLength(3);
    await store.db
      .updateTable('mail')
      .set({ created_at: new Date(Date.now() - 1.1 * dayMs).toISOString() })
      .execute();
    await apply(app, { description: 'f', email: 'stranger@example.com' });
    expect(await store.db.selectFrom('mail').select('kind').execute()).toHaveLength(4);
  });

  test('all strangers together get so many receipts a day; no application is refused for that', async ({
    skip,
  }) => {
    const { app, config } = await testApp({
      ...(await settings(skip)),
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      NOTIFY_TO: 'jobs@hcs.example',
      RECEIPTS_PER_DAY: '2',
    });
    for (const name of ['a', 'b', 'c', 'd']) await apply(app, { email: `${name}@example.com` });
    const kinds = (await waiting(await openedStore(config))).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(4).fill('operator'), ...Array(2).fill('receipt')]);
  });

  test('a refused colleague holds up no receipt, and is given up after three days', { ...patient }, async ({
    skip,
  }) => {
    await using mail = await startMailSink();
    mail.answer = (address) => (address.startsWith('gone') ? '550 No such user' : '250 OK');
    const { app, config } = await testApp({
      ...(await settings(skip)),
      SMTP_URL: mail.url,
      NOTIFY_TO: 'gone@hcs.example, boss@hcs.example',
    });
    await app.ready();
    await apply(app);
    const store = await openedStore(config);
    await until(async () =>
      expect(await waiting(store)).toMatchObject([
        { recipient: 'gone@hcs.example', problem: 'EENVELOPE 550' },
      ]),
    );
    expect(mail.mails.map(({ to }) => to[0]).sort()).toEqual(['boss@hcs.example', application.email]);
    await store.db
      .updateTable('mail')
      .set({ created_at: new Date(Date.now() - 3.1 * dayMs).toISOString() })
      .execute();
    await hurry(store);
    await until(async () => {
      await hurry(store);
      expect(await waiting(store)).toEqual([]);
    });
  });

  test('a mail server that takes its time over a message gets it once, and holds no webhook up', {
    ...patient,
  }, async ({ skip }) => {
    await using mail = await startMailSink();
    await using webhook = await startWebhookSink();
    const { promise, resolve } = Promise.withResolvers<string>();
    mail.taken = () => promise;
    const { app, config } = await testApp({
      ...(await settings(skip)),
      SMTP_URL: mail.url,
      NOTIFY_WEBHOOK: webhook.url,
    });
    await app.ready();
    await apply(app);
    await until(() => expect([mail.mails.length, webhook.posts.length]).toEqual([1, 1]));
    await apply(app, { email: 'ada@example.com' });
    await until(() => expect(webhook.posts).toHaveLength(2));
    resolve('250 Taken');
    const store = await openedStore(config);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect(mail.mails.map(({ to }) => to)).toEqual([[application.email], ['ada@example.com']]);
  });
});
