import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { addPasskey } from '#server/office/passkeys.ts';
import { findLink, invite, startSession } from '#server/office/people.ts';
import type { Store } from '#server/store/open-store.ts';
import { unsubscribe } from '#server/subscribers/subscribers.ts';

import { openHiring } from './hiring-scene.ts';
import { addReaders, openedStore, openOffice, roundsTo, startedNewsletter } from './office-scene.ts';
import { bob, type Restored } from './restore-scene.ts';
import {
  ada,
  answered,
  asker,
  hourMs,
  moveClock,
  openApp,
  openMailed,
  stores,
  temporaryFolder,
  until,
} from './store.ts';

/** Each row of each table of a store, but for what a restore ends. */
async function rowsOf({ db }: Store): Promise<Record<string, unknown[]>> {
  const tables = await db.introspection.getTables();
  const all = tables.map(async ({ name }) => {
    const rows = await db
      .selectFrom(name as 'facts')
      .selectAll()
      .execute();
    return [name, rows.map((row) => JSON.stringify(row)).sort()];
  });
  return Object.fromEntries(await Promise.all(all));
}

async function addBoss(store: Store): Promise<void> {
  await store.write(async (trx) => {
    const { person } = await invite(trx, 'boss@hcs.example');
    await addPasskey(trx, { id: 'key', person: person.id, public_key: new Uint8Array([1]), counter: 0 });
    await startSession(trx, person.id, 'Browser');
  });
}

const both = stores.flatMap((from) => stores.map((to) => ({ from, to, name: `${from.name} to ${to.name}` })));

describe.each(both)('from $name', ({ from, to }) => {
  test('an exact restore has every row of the copy; links, sessions and passkeys end, and one link is printed', async () => {
    const site = await openApp(await from.newStore());
    await answered(201, site.post('subscribe', ada));
    await answered(201, site.apply());
    await answered(201, site.post('enquiry', { ...asker, message: 'Two\nlines, “ŋ” and 😀' }));
    const store = await openedStore(site.config);
    await addBoss(store);
    const copy = join(temporaryFolder(), 'copy.sqlite');
    await site.command('backup', copy);
    const before = await rowsOf(store);
    await store.close();
    await site.app.close();
    const other = await openApp({ ...(await to.newStore()), SAMPLE_CONTENT: '' });
    await answered(201, other.post('subscribe', bob));
    await other.app.close();
    const said = JSON.parse(await other.command('restore', '--exactly', copy, '--json')) as Restored;
    expect(said.onlyInOld).toEqual({ applications: 0, enquiries: 0, subscribers: 1 });
    expect(said.people).toEqual([{ email: 'boss@hcs.example', role: 'all' }]);
    const restored = await openedStore(other.config);
    const token = said.invitation?.split('/').at(-1) ?? '';
    const boss = JSON.parse(String(before.people?.[0]));
    expect((await findLink(restored.db, token))?.person).toBe(boss.id);
    const after = await rowsOf(restored);
    await restored.close();
    for (const table of ['links', 'sessions', 'passkeys', 'log', 'facts', 'kysely_migration']) {
      delete before[table];
      delete after[table];
    }
    expect(after).toEqual(before);
  });
});

describe.each(stores)('on $name', ({ newStore }) => {
  test('whoever left the newsletter since the copy has left it in the restored store', async () => {
    const site = await openApp(await newStore());
    await answered(201, site.post('subscribe', ada));
    const copy = join(temporaryFolder(), 'copy.sqlite');
    await site.command('backup', copy);
    const store = await openedStore(site.config);
    await store.write((trx) => unsubscribe(trx, ada.email));
    await store.close();
    await site.app.close();
    await site.command('restore', '--exactly', copy);
    expect(await site.subscribers()).toEqual([]);
    const { db } = await openedStore(site.config);
    expect(await db.selectFrom('unsubscribed').selectAll().execute()).toHaveLength(1);
  });

  test('what waited in a copy is not sent: a mass answer, a newsletter, a receipt; no page says a reply, and Today says what is open', async () => {
    const scene = await openHiring(await newStore());
    const { store, command, mail } = scene;
    const secrets = [await scene.applyAs('Ada'), await scene.applyAs('Ben')];
    await addReaders(store, 2);
    mail.answer = () => '451 Later';
    await answered(201, scene.apply({ job: 'welder', name: 'Late', email: 'late@example.com' }));
    await scene.answerRest('Ada', 'Ben');
    await store.write(startedNewsletter);
    const waiting = store.db.selectFrom('messages').select('kind').where('state', '=', 'waiting');
    const kinds = async () => (await waiting.execute()).map(({ kind }) => kind).sort();
    await until(async () =>
      expect(await kinds()).toEqual(['newsletter', 'newsletter', 'receipt', 'reply', 'reply']),
    );
    const copy = join(temporaryFolder(), 'copy.sqlite');
    await command('backup', copy);
    const other = await openApp({ ...(await newStore()), SAMPLE_CONTENT: '' });
    await other.app.close();
    const said = await other.command('restore', '--exactly', copy, '--json');
    const { failed, takenBack, dropped } = JSON.parse(said) as Restored;
    expect({ failed, takenBack, dropped }).toEqual({ failed: 2, takenBack: 2, dropped: 3 });
    const again = await openMailed(openOffice, other.settings);
    moveClock(hourMs);
    await roundsTo(again, again.mail.url)();
    expect(await again.textOf(officePaths.home)).toContain('Welder is closed. 3 applicants have no answer.');
    expect(await again.textOf(officePaths.home)).toContain('“News”');
    for (const secret of secrets) {
      const { payload } = (await again.read('application', { 'application-secret': secret })).json();
      expect(payload).toEqual(expect.not.objectContaining({ note: expect.anything() }));
      expect(payload.state).toBe('received');
    }
    const open = again.store.db
      .selectFrom('messages')
      .select('id')
      .where('state', 'in', ['waiting', 'sending']);
    expect(await open.execute()).toEqual([]);
    expect(again.mail.mails).toEqual([]);
  });

  test('a reply that was being given to the mail server may have arrived: it has failed, and says so', async () => {
    const scene = await openHiring(await newStore());
    const { store, command } = scene;
    await scene.applyAs('Ada');
    scene.mail.answer = () => '451 Later';
    await scene.write('Ada');
    const tried = store.db.selectFrom('messages').select(['state', 'why']).where('kind', '=', 'reply');
    const why = expect.stringContaining('451');
    await until(async () => expect(await tried.execute()).toEqual([{ state: 'waiting', why }]));
    await store.db.updateTable('messages').set({ state: 'sending' }).where('kind', '=', 'reply').execute();
    const copy = join(temporaryFolder(), 'copy.sqlite');
    await command('backup', copy);
    const path = await scene.pathOf('Ada');
    const other = await openApp({ ...(await newStore()), SAMPLE_CONTENT: '' });
    await other.app.close();
    await other.command('restore', '--exactly', copy);
    const again = await openMailed(openOffice, other.settings);
    expect(await again.textOf(path)).toContain('failed (restored: it may have arrived)');
    expect(await again.textOf(officePaths.home)).toContain('restored: it may have arrived');
  });
});
