import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { countMessages } from '#server/newsletter/sending.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { findLink } from '#server/office/people.ts';
import { addMessages } from '#server/outgoing/add-messages.ts';
import type { MessageState } from '#server/store/schema.ts';
import { sortAddresses } from '#server/subscribers/list-changes.ts';
import { unsubscribe } from '#server/subscribers/subscribers.ts';

import { entered, openedStore, openOffice, textIn } from './office-scene.ts';
import { bob, changedSince, contentOf, emails, type Restored, startNewsletter } from './restore-scene.ts';
import { ada, answered, applicant, openApp, stores, temporaryFolder } from './store.ts';

const ended = [{ id: 'news', state: 'ended' }];
const stopped = [{ id: 'news', state: 'stopped' }];
/** What was waiting is not sent before somebody resumes the newsletter. */
const waitingSince = (...ids: string[]) =>
  ['one', 'three', 'two'].map((id) => ({ id, state: ids.includes(id) ? 'waiting' : 'sent' }));
/** Messages in a copy without its old store may have been sent since. */
const unsure = ['one', 'three', 'two'].map((id) => ({ id, state: id === 'one' ? 'sent' : 'perhaps' }));

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
      newsletters: stopped,
      messages: waitingSince('three'),
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
      messages: unsure,
    });
    const { read } = await openApp(app.settings);
    await answered(200, read('application', { 'application-secret': secret }));
  });

  test('a newsletter that was a draft in the copy and has been started since is not sent again', async () => {
    const app = await openApp(await newStore());
    const store = await openedStore(app.config);
    const copy = join(temporaryFolder(), 'copy');
    await startNewsletter(store);
    await store.db.updateTable('newsletters').set({ state: 'draft' }).execute();
    await store.db.deleteFrom('messages').execute();
    await app.command('backup', copy);
    await store.db.deleteFrom('newsletters').execute();
    await startNewsletter(store);
    await store.close();
    await app.app.close();
    await app.command('restore', copy);
    const { newsletters, messages } = await contentOf(app);
    expect([newsletters, messages]).toEqual([stopped, waitingSince('two', 'three')]);
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
    expect([subscribers, passkeys, people.length, messages]).toEqual([[ada.email], [], 3, unsure]);
  });

  test('after a restore, receipts that were waiting are listed with names, and a newsletter can be resumed', async () => {
    const app = await openApp(await newStore());
    const copy = join(temporaryFolder(), 'copy');
    const store = await openedStore(app.config);
    await answered(201, app.apply());
    const [application] = await app.list();
    await store.write((trx) => addMessages(trx, [{ kind: 'receipt', application: application?.id ?? '' }]));
    await startNewsletter(store);
    await app.command('backup', copy);
    await store.close();
    await app.app.close();
    await app.command('restore', copy);
    const office = await openOffice(app.settings);
    const boss = await entered(office.app, office.store, 'boss@hcs.example', 'all');
    const words = textIn(await boss.get(officePaths.home));
    expect(words).toContain(`1 email was not sent (restored): ${applicant.name}`);
    expect(words).toContain('“News”: Stopped (restored). 1 of 3 sent.');
    await boss.post(`${officePaths.newsletter('news')}/continue`);
    const waiting = office.store.db.selectFrom('messages').select('id').where('state', '=', 'waiting');
    expect(await waiting.execute()).toHaveLength(2);
  });

  test('last night’s copy: newsletters half sent, stopped and old keep their counts, nobody gets one twice, pushes are dropped', async () => {
    const app = await openApp(await newStore());
    const copy = join(temporaryFolder(), 'copy');
    const store = await openedStore(app.config);
    const time = '2026-01-01T00:00:00.000Z';
    const ids = ['half', 'stopped', 'old'] as const;
    const row = { subject: 'News', source: 'Text', created_at: time };
    const results = JSON.stringify({ sent: 4 });
    await store.db
      .insertInto('newsletters')
      .values([
        { ...row, id: 'half', state: 'sending' },
        { ...row, id: 'stopped', state: 'stopped', reason: '554 No', stopped_at: time },
        { ...row, id: 'old', state: 'ended', ended_at: time, results },
      ])
      .execute();
    const message = (newsletter: string, state: MessageState, hand_overs = 0) => ({
      ...{
        id: `${newsletter} ${state} ${hand_overs}`,
        kind: 'newsletter' as const,
        newsletter,
        state,
        hand_overs,
      },
      ...{ recipient: `${state}@example.com`, created_at: time, due_at: time },
    });
    const endpoint = 'https://fcm.googleapis.com/x';
    const device = { endpoint, p256dh: 'x', auth: 'x' };
    await store.db.insertInto('devices').values(device).execute();
    await store.db
      .insertInto('messages')
      .values([
        ...[message('half', 'sent'), message('half', 'waiting'), message('half', 'sending', 1)],
        ...[message('stopped', 'sent'), message('stopped', 'waiting')],
      ])
      .execute();
    await app.command('backup', copy);
    await store.write((trx) =>
      addMessages(trx, [{ kind: 'alert', transport: 'push', device: endpoint, vacancy: 'talent-community' }]),
    );
    await store.db
      .updateTable('messages')
      .set({ state: 'sent' })
      .where('id', '=', 'half waiting 0')
      .execute();
    await store.close();
    await app.app.close();
    const { dropped } = JSON.parse(await app.command('restore', copy, '--json')) as Restored;
    expect(dropped, 'the push, the one in doubt and the one that is stopped').toBe(3);
    const { db } = await openedStore(app.config);
    const counts = await Promise.all(
      ids.map(async (id) => countMessages(db, { id, results: id === 'old' ? results : null })),
    );
    expect(counts).toEqual([{ sent: 2, perhaps: 1 }, { sent: 1, waiting: 1 }, { sent: 4 }]);
    const rows = await db.selectFrom('newsletters').select(['id', 'state', 'reason']).orderBy('id').execute();
    expect(rows).toEqual([
      { id: 'half', state: 'ended', reason: null },
      { id: 'old', state: 'ended', reason: null },
      { id: 'stopped', state: 'stopped', reason: '554 No' },
    ]);
    expect(await db.selectFrom('messages').select('id').where('transport', '=', 'push').execute()).toEqual(
      [],
    );
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
