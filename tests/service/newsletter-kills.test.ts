import { describe, expect, onTestFinished, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { sendToAll } from '#server/newsletter/newsletters.ts';
import { countMessages } from '#server/newsletter/sending.ts';

import { startServer } from '../kit/server.ts';
import { received, startMailServer } from './mail.ts';
import { addReaders, addressOf, openedStore, testedNewsletter } from './office-scene.ts';
import { stores, temporaryFolder, until } from './store.ts';

const allOf = (count: number) => Array.from({ length: count }, (_, number) => addressOf(number)).sort();

/** Starts sending a newsletter from a server that gets no answer to message number `at`. */
async function begin(settings: Record<string, string>, { count = 0, at = 0 }) {
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
  const server = await startServer(shared);
  onTestFinished(() => server[Symbol.asyncDispose]());
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
  return { mail, server, progress, endLeases, answer: never.resolve };
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a server killed while sending a message sends nobody a second one', async () => {
    const { mail, server, progress, endLeases } = await begin(await newStore(), { count: 20, at: 10 });
    await server.stop('SIGKILL');
    await endLeases();
    await server.start();
    await until(async () => expect(await progress()).toEqual({ sent: 19, perhaps: 1 }));
    expect(received(mail)).toEqual(allOf(20));
  });

  test('a server told to stop while sending a message waits for the reply', async () => {
    const { mail, server, progress, answer } = await begin(await newStore(), { count: 10, at: 5 });
    const stopped = server.stop('SIGTERM');
    const asked = () => fetch(`${server.url}/healthz`, { headers: { connection: 'close' } });
    await until(() => expect(asked()).rejects.toThrow());
    answer('250 Taken');
    await stopped;
    expect(await progress()).toEqual({ sent: 5, perhaps: 0 });
    await server.start();
    await until(async () => expect(await progress()).toEqual({ sent: 10, perhaps: 0 }));
    expect(received(mail)).toEqual(allOf(10));
  });
});
