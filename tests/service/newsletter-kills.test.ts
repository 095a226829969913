import { describe, expect, test, vi } from 'vitest';

import { readConfig } from '#server/config.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { mailRound } from '#server/outgoing/sender.ts';
import type { Connection } from '#server/outgoing/smtp.ts';
import type { Store } from '#server/store/open-store.ts';

import { startServer } from '../kit/server.ts';
import { received, startMailServer } from './mail.ts';
import {
  addReaders,
  addressOf,
  openedStore,
  openOffice,
  type Scene,
  startedNewsletter,
  textIn,
} from './office-scene.ts';
import { isFull, setClock, stores, temporaryFolder, until } from './store.ts';

/** Where an email of a newsletter can be interrupted, in this order. */
const places = [
  ...['before the claim', 'after it', 'before it connects', 'before the hand-over is recorded', 'after it'],
  ...['when the mail server has the email', 'before its end is recorded', 'after it'],
];

/** Sends what is due to `got`, until the process is "killed": from its `death`th step on, nothing completes. */
function mortalOf({ store, config }: Scene, got: string[], death = Number.POSITIVE_INFINITY) {
  const killed = Promise.withResolvers<'killed'>();
  let steps = 0;
  const step = async () => {
    steps += 1;
    if (steps < death) return;
    killed.resolve('killed');
    await new Promise(() => {});
  };
  const write: Store['write'] = async (work) => {
    await step();
    const result = await store.write(work);
    await step();
    return result;
  };
  const connectTo = async (): Promise<Connection> => {
    await step();
    return {
      close: () => {},
      async send({ envelope }, isOurs) {
        if (await isOurs()) got.push(String([envelope.to].flat()[0]));
        await step();
        return '250 Taken';
      },
    };
  };
  const settings = { ...config, smtpUrl: 'smtp://none', mailFrom: 'n@hcs.example', newsletterPerHour: 1e9 };
  const round = mailRound({ ...store, write }, settings, () => {}, connectTo);
  const sendAll = async () => {
    // One message of a newsletter a moment.
    do vi.setSystemTime(Date.now() + 1);
    while (await round?.(new AbortController().signal));
    return 'done' as const;
  };
  return Promise.race([sendAll(), killed.promise]);
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a newsletter that is killed at each step and resumed comes to everybody once, and its page names the rest', async () => {
    const count = isFull ? 500 : 40;
    setClock('2027-03-01');
    const scene = await openOffice(await newStore());
    const { store, boss } = scene;
    await addReaders(store, count);
    const newsletter = await store.write(startedNewsletter);
    const got: string[] = [];
    const before = Math.floor(count / (places.length + 1)) * places.length;
    for (const [index, place] of places.entries())
      expect(await mortalOf(scene, got, before + index + 1), place).toBe('killed');
    const open = store.db.selectFrom('messages').select('id').where('state', 'in', ['waiting', 'sending']);
    while ((await open.executeTakeFirst()) !== undefined) {
      const endPauses = store.db.updateTable('messages').set({ due_at: new Date(0).toISOString() });
      await endPauses.where('state', 'in', ['waiting', 'sending']).execute();
      expect(await mortalOf(scene, got)).toBe('done');
    }
    expect(new Set(got).size, 'nobody twice').toBe(got.length);
    const page = textIn(await boss.get(officePaths.newsletter(newsletter)));
    expect(page).toContain('Ended');
    // Killed between the hand-over and the record of its end.
    expect(page).toContain(`${count - 3} of ${count} sent. 3 may have arrived.`);
    const missing = Array.from({ length: count }, (_, number) => addressOf(number)).filter(
      (address) => !got.includes(address),
    );
    expect(missing).toHaveLength(1);
    for (const address of missing) expect(page).toContain(`${address}: may have arrived`);
  });

  test('a server told to stop while sending a message waits for the reply', async () => {
    await using mail = await startMailServer();
    const settings = { ...(await newStore()), SMTP_URL: mail.url, NEWSLETTER_PER_HOUR: '1000000' };
    const shared = { DATA_DIR: temporaryFolder(), ...settings };
    const store = await openedStore(readConfig({ MAIL_FROM: 'news@hcs.example', ...shared }));
    await addReaders(store, 3);
    const [halfway, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    mail.taken = async () => {
      if (mail.mails.length !== 2) return '250 Taken';
      halfway.resolve();
      return answer.promise;
    };
    await using server = await startServer(shared);
    await store.write(startedNewsletter);
    await halfway.promise;
    const stopped = server.stop('SIGTERM');
    const asked = () => fetch(`${server.url}/healthz`, { headers: { connection: 'close' } });
    await until(() => expect(asked()).rejects.toThrow());
    answer.resolve('250 Taken');
    await stopped;
    const states = store.db.selectFrom('messages').select('state').orderBy('state');
    const [sent, waiting] = [{ state: 'sent' }, { state: 'waiting' }];
    expect(await states.execute()).toEqual([sent, sent, waiting]);
    await server.start();
    await until(async () => expect(await states.execute()).toEqual([sent, sent, sent]));
    expect(received(mail)).toEqual([0, 1, 2].map(addressOf));
  });
});
