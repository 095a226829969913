import { join } from 'node:path';

import { addPasskey } from '#server/office/passkeys.ts';
import { invite, removePerson, setRole, startSession } from '#server/office/people.ts';
import type { Store } from '#server/store/open-store.ts';
import { unsubscribe } from '#server/subscribers/subscribers.ts';

import { openedStore } from './office-scene.ts';
import { ada, answered, applicant, asker, type TestApp, temporaryFolder } from './store.ts';

export type Restored = { aside: string | null; dropped: number; invitation: string | null };

export const bob = { name: 'Bob', email: 'bob@example.com' };
export const emails = (rows: { email: string }[]) => rows.map(({ email }) => email).sort();

async function addPerson(store: Store, email: string, passkeys: string[]): Promise<string> {
  return store.write(async (trx) => {
    const { person } = await invite(trx, email);
    for (const id of passkeys)
      await addPasskey(trx, { id, person: person.id, public_key: new Uint8Array([1]), counter: 0 });
    await startSession(trx, person.id, 'Browser');
    return person.id;
  });
}

/** A newsletter that is being sent: one message was sent, two are waiting. */
async function startNewsletter({ db }: Store): Promise<void> {
  const time = new Date().toISOString();
  const row = {
    id: 'news',
    subject: 'News',
    source: 'Text',
    created_at: time,
    state: 'sending' as const,
  };
  await db.insertInto('newsletters').values(row).execute();
  const mails = ['one', 'two', 'three'].map((id) => ({
    ...{ id, kind: 'newsletter' as const, recipient: `${id}@example.com`, about: 'news' },
    ...{ created_at: time, due_at: time, state: id === 'one' ? ('sent' as const) : ('waiting' as const) },
  }));
  await db.insertInto('messages').values(mails).execute();
}

/** A store, a copy of it, and changes made since. */
export async function changedSince(app: TestApp) {
  const copy = join(temporaryFolder(), 'copy');
  const store = await openedStore(app.config);
  await answered(201, app.post('subscribe', ada));
  const { secret } = (await answered(201, app.apply())).json<{ secret: string }>();
  await answered(201, app.post('enquiry', { ...asker, email: applicant.email }));
  await app.publish({ title: 'Before' });
  await addPerson(store, 'boss@hcs.example', ['kept', 'ended']);
  const gone = await addPerson(store, 'gone@hcs.example', ['gone']);
  const editor = await addPerson(store, 'editor@hcs.example', []);
  await startNewsletter(store);
  await app.command('backup', copy);
  await store.write((trx) => unsubscribe(trx, ada.email));
  await app.command('forget', '--yes', applicant.email);
  await answered(201, app.post('subscribe', bob));
  await answered(201, app.apply({ email: bob.email }));
  await answered(201, app.post('enquiry', { ...asker, email: bob.email }));
  await app.publish({ title: 'Since' });
  await store.write(async (trx) => {
    await removePerson(trx, gone);
    await setRole(trx, editor, 'editor');
    await trx.deleteFrom('passkeys').where('id', '=', 'ended').execute();
    await trx.updateTable('messages').set({ state: 'sent' }).where('id', '=', 'two').execute();
  });
  await addPerson(store, 'new@hcs.example', []);
  await store.close();
  await app.app.close();
  const restore = async (...words: string[]) =>
    JSON.parse(await app.command('restore', ...words, copy, '--json')) as Restored;
  return { copy, secret, restore };
}

export async function contentOf(app: TestApp) {
  const { db, close } = await openedStore(app.config);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
  const people = await db.selectFrom('people').select(['email', 'role']).orderBy('email').execute();
  const content = {
    subscribers: emails(await app.subscribers()),
    applications: emails(await app.list()),
    enquiries: emails(await app.list('enquiries')),
    articles: ids(await db.selectFrom('articles').select('id').execute()).filter((id) =>
      /^(?:before|since)$/.test(id),
    ),
    people: people.map(({ email, role }) => `${email} ${role}`),
    passkeys: ids(await db.selectFrom('passkeys').select('id').execute()),
    sessions: await db.selectFrom('sessions').selectAll().execute(),
    links: await db.selectFrom('links').selectAll().execute(),
    newsletters: await db.selectFrom('newsletters').select(['id', 'state']).execute(),
    messages: ids(await db.selectFrom('messages').select('id').execute()),
  };
  await close();
  return content;
}
