import { describe, expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';

import { startServer } from '../kit/server.ts';
import { received, startMailServer } from './mail.ts';
import { addReaders, addressOf, openedStore, startedNewsletter } from './office-scene.ts';
import { stores, temporaryFolder, until } from './store.ts';

describe.each(stores)('on $name', ({ newStore }) => {
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
