import { type RawBuilder, sql } from 'kysely';

import { commandLine, logAction } from './office/log.ts';
import { allPeople, invite } from './office/people.ts';
import { kindOf, type Message } from './outgoing/kinds.ts';
import { isOpen } from './outgoing/queue.ts';
import type { Db, Trx } from './store/schema.ts';
import { leave } from './subscribers/subscribers.ts';

type Counted = 'applications' | 'enquiries' | 'subscribers';

const keysOf = async (db: Db, table: Counted): Promise<string[]> => {
  const key = sql.ref<string>(table === 'subscribers' ? 'token' : 'id').as('key');
  return (await db.selectFrom(table).select(key).execute()).map((row) => row.key);
};

/** What a restored copy takes from the store that it replaces, and is compared with. */
export async function readOld(db: Db) {
  return {
    applications: await keysOf(db, 'applications'),
    enquiries: await keysOf(db, 'enquiries'),
    subscribers: await keysOf(db, 'subscribers'),
    left: (await db.selectFrom('unsubscribed').select('token').execute()).map(({ token }) => token),
  };
}

type Old = Awaited<ReturnType<typeof readOld>>;

/** Ends in a copy what must not go on, and lets whoever left the newsletter since leave it there too. */
export async function endWaiting(trx: Trx, old: Old | null) {
  const ended = await endMessages(trx);
  for (const table of ['links', 'sessions', 'passkeys'] as const) await trx.deleteFrom(table).execute();
  await trx.updateTable('articles').set({ preview: null }).execute();
  await trx.deleteFrom('facts').where('name', '=', 'mail-stopped').execute();
  for (let first = 0; first < (old?.left.length ?? 0); first += 500)
    await leave(trx, ...(old?.left.slice(first, first + 500) ?? []));
  await logAction(trx, commandLine, 'restored a copy');
  const people = (await allPeople(trx)).map(({ email, role }) => ({ email, role }));
  const boss = people.find(({ role }) => role === 'all');
  const token = boss ? (await invite(trx, boss.email)).token : null;
  return { ...ended, onlyInOld: old && (await countMissing(trx, old)), people, token };
}

/**
 * Sends nothing: nobody expects it any more, or has had it since the copy was made. A reply whose text was given to the mail
 * server, or that is said already, has failed; any other goes, as if it had not been written.
 */
async function endMessages(trx: Trx) {
  const isGiven = sql`(state = 'sending' or silent = 1)`;
  const isShown = sql`(kind in ('newsletter', 'confirm') or kind = 'reply' and ended_at is not null)`;
  const failed = [
    ...(await fail(trx, sql`(kind = 'reply' or ${isShown}) and ${isGiven}`, 'restored: it may have arrived')),
    ...(await fail(trx, isShown, 'restored')),
  ];
  for (const message of failed)
    if (message.kind === 'reply') await kindOf(message)?.onEnd?.(trx, message, message.ended_at === null);
  const open = trx.selectFrom('messages').select('id').where(isOpen);
  const replies = trx.deleteFrom('replies').where('message', 'in', open);
  const takenBack = await replies.returning(['application', 'enquiry']).execute();
  const said = 'took back a reply: restored; it may have been sent since the copy';
  for (const { application, enquiry } of takenBack) {
    const kind = application === null ? 'enquiry' : 'application';
    await logAction(trx, commandLine, said, { kind, id: application ?? enquiry ?? '' });
  }
  const { numDeletedRows } = await trx.deleteFrom('messages').where(isOpen).executeTakeFirst();
  const ended_at = new Date().toISOString();
  const newsletters = trx.updateTable('newsletters').set({ state: 'ended', ended_at, reason: null });
  await newsletters.where('state', 'in', ['sending', 'stopped']).execute();
  return { failed: failed.length, takenBack: takenBack.length, dropped: Number(numDeletedRows) };
}

/** Returns them as they were, but for their state and words. */
async function fail(trx: Trx, which: RawBuilder<unknown>, why: string): Promise<Message[]> {
  const open = sql<boolean>`${isOpen} and ${which}`;
  const rows = await trx.selectFrom('messages').selectAll().where(open).execute();
  const ended_at = sql<string>`coalesce(ended_at, ${new Date().toISOString()})`;
  await trx.updateTable('messages').set({ state: 'failed', why, ended_at }).where(open).execute();
  return rows.map((row) => ({ ...row, state: 'failed', why }));
}

/** How many the old store has that the copy has not. */
async function countMissing(trx: Trx, old: Old): Promise<Record<Counted, number>> {
  const missing = async (table: Counted) => {
    const here = new Set(await keysOf(trx, table));
    return old[table].filter((key) => !here.has(key)).length;
  };
  return {
    applications: await missing('applications'),
    enquiries: await missing('enquiries'),
    subscribers: await missing('subscribers'),
  };
}
