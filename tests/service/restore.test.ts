import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { findLink } from '#server/office/people.ts';
import { storeReply } from '#server/replies/replies.ts';
import { sortAddresses } from '#server/subscribers/list-changes.ts';
import { unsubscribe } from '#server/subscribers/subscribers.ts';

import { applied, openedStore, openOffice, writer } from './office-scene.ts';
import { bob, changedSince, contentOf, emails, type Restored } from './restore-scene.ts';
import { ada, answered, applicant, openApp, stores, temporaryFolder } from './store.ts';

const ended = [{ id: 'news', state: 'ended' }];

describe.each(stores)('on $name', ({ newStore }) => {
  test('a restore brings back the company’s content, and changes nothing that visitors have sent or withdrawn since', async () => {
    const app = await openApp(await newStore());
    const { restore, secret } = await changedSince(app);
    const { dropped, invitation } = await restore();
    expect([dropped, invitation]).toEqual([1, null]);
    expect(await contentOf(app)).toEqual({
      subscribers: [bob.email],
      applications: [bob.email],
      enquiries: [bob.email],
      articles: ['before'],
      people: ['boss@hcs.example all', 'editor@hcs.example editor'],
      passkeys: ['kept'],
      sessions: [],
      links: [],
      newsletters: ended,
      messages: ['one', 'two'],
    });
    const again = await openApp(app.settings);
    const { body } = await answered(201, again.apply({ email: bob.email }));
    expect(await again.list(), 'a repeat is known').toHaveLength(1);
    const status = (key: string) => again.read('application', { 'application-secret': key });
    await answered(200, status(JSON.parse(body).secret));
    await answered(404, status(secret));
  });

  test('with --exactly everything is as in the copy, except that nothing is sent and nobody is signed in', async () => {
    const app = await openApp(await newStore());
    const { restore, secret } = await changedSince(app);
    const { dropped, invitation } = await restore('--exactly');
    expect([dropped, invitation]).toEqual([2, null]);
    expect(await contentOf(app)).toEqual({
      subscribers: [ada.email],
      applications: [applicant.email],
      enquiries: [applicant.email],
      articles: ['before'],
      people: ['boss@hcs.example all', 'editor@hcs.example all', 'gone@hcs.example all'],
      passkeys: ['ended', 'gone', 'kept'],
      sessions: [],
      links: [],
      newsletters: ended,
      messages: ['one'],
    });
    const { read } = await openApp(app.settings);
    await answered(200, read('application', { 'application-secret': secret }));
  });

  test('without an old store everything comes from the copy, passkeys are deleted, and one invitation is printed', async () => {
    const app = await openApp(await newStore());
    const { copy, restore } = await changedSince(app);
    // A server started before the restore has created an empty store.
    const other = await openApp({ ...(await newStore()), SAMPLE_CONTENT: '' });
    await other.app.close();
    if (app.config.databaseUrl === null) {
      writeFileSync(join(app.config.dataDir, 'hcs.sqlite'), 'rubbish'.repeat(1000));
      expect((await restore()).invitation).toMatch(/\/office\/enter\//);
    }
    const { invitation } = JSON.parse(await other.command('restore', copy, '--json')) as Restored;
    const { db, close } = await openedStore(other.config);
    const { person = '' } = (await findLink(db, invitation?.split('/').at(-1) ?? '')) ?? {};
    const who = await db.selectFrom('people').select('email').where('id', '=', person).execute();
    expect(who).toEqual([{ email: 'boss@hcs.example' }]);
    await close();
    const { subscribers, passkeys, people, messages } = await contentOf(other);
    expect([subscribers, passkeys, people.length, messages]).toEqual([[ada.email], [], 3, ['one']]);
  });

  test('nothing that waits in a copy is sent: a reply goes with its email, and what failed before is listed', async () => {
    const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const copy = join(temporaryFolder(), 'copy');
    const { id: application } = await applied(scene);
    const words = { subject: 'S', text: 'Come.' };
    await scene.store.write((trx) => storeReply(trx, [{ application }], words, writer));
    const receipt = scene.store.db.updateTable('messages').where('kind', '=', 'receipt');
    await receipt.set({ ended_at: '2026-11-28', why: '550 No' }).execute();
    await scene.command('backup', copy);
    await scene.store.close();
    await scene.app.close();
    await scene.command('restore', '--exactly', copy);
    const { db } = await openedStore(scene.config);
    expect(await db.selectFrom('replies').select('id').execute()).toEqual([]);
    const left = await db.selectFrom('messages').select(['kind', 'state', 'why']).execute();
    expect(left).toEqual([{ kind: 'receipt', state: 'failed', why: 'restored' }]);
  });

  test('after a restore, nobody who left the newsletter since the copy is added again', async () => {
    const app = await openApp(await newStore());
    const copy = join(temporaryFolder(), 'copy');
    const before = await openedStore(app.config);
    await answered(201, app.post('subscribe', ada));
    await app.command('backup', copy);
    await before.write((trx) => unsubscribe(trx, ada.email));
    await before.close();
    await app.app.close();
    for (const [words, counts] of [
      [[], { waiting: [], left: [ada] }],
      [['--exactly'], { waiting: [ada], left: [] }],
    ] as const) {
      await app.command('restore', ...words, copy);
      const store = await openedStore(app.config);
      expect(await sortAddresses(store.db, [ada, bob])).toMatchObject({ fresh: [bob], ...counts });
      await store.close();
    }
  });

  test('a copy of another store does not replace one that has received data, unless with --exactly', async () => {
    const app = await openApp(await newStore());
    const { copy } = await changedSince(app);
    const other = await openApp(await newStore());
    await answered(201, other.post('subscribe', bob));
    await other.app.close();
    await expect(other.command('restore', copy)).rejects.toThrow('Nothing was changed');
    expect(emails(await other.subscribers())).toEqual([bob.email]);
    await other.command('restore', '--exactly', copy);
    expect(emails(await other.subscribers())).toEqual([ada.email]);
  });
});
