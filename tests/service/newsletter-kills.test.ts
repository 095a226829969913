import { describe, expect, onTestFinished, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { sendToAll } from '#server/newsletter/newsletters.ts';
import { countMessages } from '#server/newsletter/sending.ts';

import { type Server, startServer } from '../kit/server.ts';
import { received, startMailServer } from './mail.ts';
import { addReaders, addressOf, openedStore, testedNewsletter } from './office-scene.ts';
import { isFull, stores, temporaryFolder, until } from './store.ts';

const allOf = (count: number) => Array.from({ length: count }, (_, number) => addressOf(number)).sort();

/** Starts sending a newsletter from servers that share a store; the one that sends message number `at` gets no answer. */
async function begin(settings: Record<string, string>, { count = 0, at = 0, servers = 1 }) {
  const mail = await startMailServer();
  onTestFinished(() => mail[Symbol.asyncDispose]());
  const sending = { SMTP_URL: mail.url, NEWSLETTER_PER_HOUR: '1000000' };
  const shared = { DATA_DIR: temporaryFolder(), ...settings, ...sending };
  const store = await openedStore(readConfig({ MAIL_FROM: 'news@hcs.example', ...shared }));
  await addReaders(store, count);
  const newsletter = await store.write(testedNewsletter);
  const halfway = Promise.withResolvers<void>();
  const never = Promise.withResolvers<string>();
  mail.taken = async () => {
    if (mail.mails.length !== at) return '250 Taken';
    halfway.resolve();
    return never.promise;
  };
  const running: Server[] = [];
  for (let number = 0; number < servers; number += 1) running.push(await startServer(shared));
  onTestFinished(() => Promise.all(running.map((server) => server[Symbol.asyncDispose]())).then(() => {}));
  await store.write((trx) => sendToAll(trx, newsletter, 1));
  await halfway.promise;
  const progress = async () => {
    const { sent = 0, perhaps = 0 } = await countMessages(store.db, { id: newsletter, results: null });
    return { sent, perhaps };
  };
  /** Ends all leases. */
  const endLeases = () =>
    store.db
      .updateTable('messages')
      .set({ due_at: new Date().toISOString() })
      .where('state', '=', 'sending')
      .execute();
  return { mail, running, progress, endLeases, answer: never.resolve };
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a server killed while sending a message sends nobody a second one', async () => {
    const { mail, running, progress, endLeases } = await begin(await newStore(), { count: 20, at: 10 });
    await running[0]?.stop('SIGKILL');
    await endLeases();
    await running[0]?.start();
    await until(async () => expect(await progress()).toEqual({ sent: 19, perhaps: 1 }));
    expect(received(mail)).toEqual(allOf(20));
  });

  if (isFull)
    test('if one of two servers is killed while sending a message, the other sends the rest', async () => {
      const scene = await begin(await newStore(), { count: 20, at: 6, servers: 2 });
      const { mail, running, progress, endLeases } = scene;
      await until(async () => expect((await progress()).sent).toBe(19));
      await Promise.all(running.map((server) => server.stop('SIGKILL')));
      expect(await progress()).toEqual({ sent: 19, perhaps: 0 });
      await endLeases();
      await running[0]?.start();
      await until(async () => expect(await progress()).toEqual({ sent: 19, perhaps: 1 }));
      expect(received(mail)).toEqual(allOf(20));
    });

  test('a server told to stop while sending a message waits for the reply', async () => {
    const { mail, running, progress, answer } = await begin(await newStore(), { count: 10, at: 5 });
    const stopped = running[0]?.stop('SIGTERM');
    const asked = () => fetch(`${running[0]?.url}/healthz`, { headers: { connection: 'close' } });
    await until(() => expect(asked()).rejects.toThrow());
    answer('250 Taken');
    await stopped;
    expect(await progress()).toEqual({ sent: 5, perhaps: 0 });
    await running[0]?.start();
    await until(async () => expect(await progress()).toEqual({ sent: 10, perhaps: 0 }));
    expect(received(mail)).toEqual(allOf(10));
  });
});
