import { expect, test } from 'vitest';

import { decideOtherwise } from '#server/applicants/applications.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { enter, invite } from '#server/office/people.ts';
import { addSignInMail } from '#server/office/sign-in-mail.ts';
import { addMessages } from '#server/outgoing/add-messages.ts';
import type { Message } from '#server/outgoing/kinds.ts';
import { type Outcome, settle } from '#server/outgoing/queue.ts';
import { deleteIdleDevices, deleteOne } from '#server/replies/deletion.ts';
import { refuseChanged, seenOf, storeReply } from '#server/replies/replies.ts';
import type { Store } from '#server/store/open-store.ts';
import type { Trx } from '#server/store/schema.ts';
import { leave } from '#server/subscribers/subscribers.ts';

import { withClient } from '../kit/postgres.ts';
import {
  addReaders,
  applied,
  openOffice,
  type Scene,
  startedNewsletter,
  writer,
} from '../service/office-scene.ts';
import { newDatabase, until } from '../service/store.ts';

type Work = (trx: Trx) => Promise<unknown>;

const endpoint = 'https://fcm.googleapis.com/x';
const longAgo = '2020-01-01T00:00:00.000Z';

/** Queues an answer to many; returns its application. */
async function answeredOne(scene: Scene): Promise<string> {
  const { id: application } = await applied(scene);
  const words = { subject: 'Answer', text: 'No.' };
  const batch = { id: 'mass', due_at: longAgo };
  await scene.store.write((trx) => storeReply(trx, [{ application }], words, writer, { batch }));
  return application;
}

/** What ends a message, and what somebody else does at the same moment. */
const cases: [
  string,
  Message['kind'],
  Outcome,
  prepare: (scene: Scene) => Promise<Work>,
  isFirst?: boolean,
][] = [
  [
    'a sign-in link is used while its email is recorded as sent',
    'sign-in',
    'sent',
    async ({ store }) => {
      const token = await store.write(async (trx) => {
        const { link, token } = await invite(trx, 'two@hcs.example');
        await addSignInMail(trx, link, 'two@hcs.example');
        return token;
      });
      return (trx) => enter(trx, token, '');
    },
  ],
  [
    'something else is decided while an answer is refused',
    'reply',
    'address',
    async (scene) => {
      const id = await answeredOne(scene);
      const seen = await seenOf(scene.store.db, id, 'received');
      return async (trx) => {
        // It is refused, because the answer was said meanwhile.
        await refuseChanged(trx, id, seen, 'boss').catch((refusal) =>
          expect(refusal).toBeInstanceOf(Refusal),
        );
        await decideOtherwise(trx, id);
      };
    },
  ],
  [
    'an answer is refused while its application is deleted',
    'reply',
    'address',
    async (scene) => {
      const id = await answeredOne(scene);
      return (trx) => deleteOne(trx, 'applications', id);
    },
    true,
  ],
  [
    'idle devices are deleted while a push to one is recorded as sent',
    'news',
    'sent',
    async (scene) => {
      const { id: application } = await applied(scene);
      const device = { endpoint, p256dh: 'x', auth: 'x', vacancies: 0, created_at: longAgo };
      await scene.store.db.insertInto('devices').values(device).execute();
      const push = { kind: 'news', transport: 'push', device: endpoint, application } as const;
      await scene.store.write((trx) => addMessages(trx, [push]));
      return deleteIdleDevices;
    },
  ],
  [
    'a reader is removed while the last email of a newsletter is refused',
    'newsletter',
    'address',
    async ({ store }) => {
      await addReaders(store, 1);
      await store.write(startedNewsletter);
      const { token } = await store.db.selectFrom('subscribers').select('token').executeTakeFirstOrThrow();
      return (trx) => leave(trx, token);
    },
  ],
];

/** Claims a message as a sender would. */
const claimed = ({ db }: Store, kind: Message['kind']) =>
  db
    .updateTable('messages')
    .set({ state: 'sending', attempts: 1, first_at: new Date().toISOString() })
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirstOrThrow();

test.each(cases)(
  'nobody waits for each other for ever: %s',
  async (_, kind, outcome, prepare, isFirst = false) => {
    const DATABASE_URL = await newDatabase();
    const scene = await openOffice({ DATABASE_URL });
    const { db } = scene.store;
    const work = await prepare(scene);
    const message = await claimed(scene.store, kind);
    await withClient(DATABASE_URL, async (other) => {
      // Each update of a message waits, with the row locked, while this connection has the lock.
      await other.query(`create function pause() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(1); return new; end'`);
      await other.query(
        'create trigger pause before update on messages for each row execute function pause()',
      );
      await other.query('select pg_advisory_lock(1)');
      const waiting = "wait_event_type = 'Lock' and datname = current_database()";
      const untilWaiting = (count: number) =>
        until(async () =>
          expect((await other.query(`select 1 from pg_stat_activity where ${waiting}`)).rowCount).toBe(count),
        );
      const end: Work = (trx) => settle(trx, message, outcome, '250 OK');
      const [first, second] = isFirst ? [work, end] : [end, work];
      const started = db.transaction().execute(first);
      await untilWaiting(1);
      const both = Promise.allSettled([started, db.transaction().execute(second)]);
      await untilWaiting(2);
      await other.query('select pg_advisory_unlock(1)');
      expect(await both).toMatchObject(Array(2).fill({ status: 'fulfilled' }));
    });
  },
);
