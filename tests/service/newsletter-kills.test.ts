import { describe, expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { officePaths } from '#server/office/office-paths.ts';

import { startServer } from '../kit/server.ts';
import { received, startMailServer } from './mail.ts';
import { addReaders, addressOf, openedStore, openOffice, startedNewsletter, textIn } from './office-scene.ts';
import { sendThroughKills } from './send-through-kills.ts';
import { isFull, setClock, stores, temporaryFolder, until } from './store.ts';

describe.each(stores)('on $name', ({ newStore }) => {
  test('a newsletter that is killed at each step and resumed comes to everybody once, and its page names the rest', async () => {
    const count = isFull ? 500 : 40;
    setClock('2027-03-01');
    const scene = await openOffice(await newStore());
    const { store, boss } = scene;
    await addReaders(store, count);
    const newsletter = await store.write(startedNewsletter);
    const got = await sendThroughKills(scene, count);
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
