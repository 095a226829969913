import { expect, test } from 'vitest';

import { storePart } from '#server/attachments/attachments.ts';
import type { Message } from '#server/outgoing/kinds.ts';
import type { Outcome } from '#server/outgoing/next.ts';
import { settle } from '#server/outgoing/queue.ts';
import { deleteReceived } from '#server/replies/delete-submissions.ts';
import { storeReplies } from '#server/replies/replies.ts';
import type { Store } from '#server/store/open-store.ts';
import type { Trx } from '#server/store/schema.ts';
import { leave } from '#server/subscribers/subscribers.ts';
import { partBytes } from '#src/contract/attachments.ts';

import { entryOf, fileOf } from '../kit/file.ts';
import { withClient } from '../kit/postgres.ts';
import {
  addReaders,
  applied,
  openOffice,
  type Scene,
  startedNewsletter,
  writer,
} from '../service/office-scene.ts';
import { hourMs, newDatabase, until } from '../service/store.ts';

type Work = (trx: Trx) => Promise<unknown>;

/** Queues an answer; returns its application. */
async function answeredOne(scene: Scene): Promise<string> {
  const { id: application } = await applied(scene);
  const reply = { application, subject: 'Answer', text: 'No.' };
  await scene.store.write((trx) => storeReplies(trx, [reply], writer));
  return application;
}

/** Claims one message as a sender would; returns what records this end of it. */
async function endOf({ db }: Store, kind: Message['kind'], outcome: Outcome): Promise<Work> {
  const one = db.selectFrom('messages').select('id').where('kind', '=', kind).limit(1);
  const due_at = new Date(Date.now() + hourMs).toISOString();
  const message = await db
    .updateTable('messages')
    .set({ state: 'sending', attempts: 1, first_at: new Date().toISOString(), due_at })
    .where('id', 'in', one)
    .returningAll()
    .executeTakeFirstOrThrow();
  return (trx) => settle(trx, message, outcome, '250 OK');
}

/** Sends a newsletter to so many readers, one of whose emails is refused, and removes them all. */
async function removedReaders(store: Store, count: number): Promise<[Work, Work]> {
  await addReaders(store, count);
  await store.write(startedNewsletter);
  const rows = await store.db.selectFrom('subscribers').select('token').execute();
  const tokens = rows.map(({ token }) => token);
  return [await endOf(store, 'newsletter', 'refused'), (trx) => leave(trx, ...tokens)];
}

/** What somebody does, and what somebody else does at the same moment. */
const cases: [string, prepare: (scene: Scene) => Promise<[first: Work, second: Work]>][] = [
  [
    'an answer is refused while its application is deleted',
    async (scene) => {
      const id = await answeredOne(scene);
      return [
        (trx) => deleteReceived(trx, 'application', [id]),
        await endOf(scene.store, 'reply', 'refused'),
      ];
    },
  ],
  [
    'a reader is removed while the last email of a newsletter is refused',
    ({ store }) => removedReaders(store, 1),
  ],
  [
    'readers are removed, one whose email is refused and one whose email waits',
    ({ store }) => removedReaders(store, 2),
  ],
  [
    'an application is deleted while a part of its file is stored',
    async (scene) => {
      const file = fileOf(partBytes + 1);
      const { id } = await applied(scene, { files: [entryOf(file)] });
      const { db } = scene.store;
      const { id: attachment } = await db.selectFrom('attachments').select('id').executeTakeFirstOrThrow();
      const part = file.bytes.subarray(0, partBytes);
      return [
        (trx) => storePart(trx, attachment, 0, part, 500),
        (trx) => deleteReceived(trx, 'application', [id]),
      ];
    },
  ],
];

test.each(cases)('nobody waits for each other for ever: %s', async (_, prepare) => {
  const DATABASE_URL = await newDatabase();
  const scene = await openOffice({ DATABASE_URL });
  const { db } = scene.store;
  const [first, second] = await prepare(scene);
  await withClient(DATABASE_URL, async (other) => {
    // Each update of one of these rows waits, with the row locked, while this connection has the lock.
    await other.query(`create function pause() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(1); return new; end'`);
    for (const table of ['messages', 'attachments'])
      await other.query(
        `create trigger pause before update on ${table} for each row execute function pause()`,
      );
    await other.query('select pg_advisory_lock(1)');
    const waiting = "wait_event_type = 'Lock' and datname = current_database()";
    const untilWaiting = (count: number) =>
      until(async () =>
        expect((await other.query(`select 1 from pg_stat_activity where ${waiting}`)).rowCount).toBe(count),
      );
    const started = db.transaction().execute(first);
    await untilWaiting(1);
    const both = Promise.allSettled([started, db.transaction().execute(second)]);
    await untilWaiting(2);
    await other.query('select pg_advisory_unlock(1)');
    expect(await both).toMatchObject(Array(2).fill({ status: 'fulfilled' }));
  });
});
