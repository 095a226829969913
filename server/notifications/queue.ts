import { type Kysely, sql, type Transaction } from 'kysely';

import type { Config } from '../config.ts';
import { dayOf, endOfDay } from '../lusaka-time.ts';
import type { Store } from '../store/open-store.ts';
import type { Tables } from '../store/schema.ts';

export type Channel = Tables['outgoing']['channel'];
export type Notification = Tables['outgoing'];

/** Who is told of what, by the settings. */
export type Recipients = { operator: Channel[]; receipts: boolean };

/** A server that took a message and was killed leaves it to the others after so long. */
const leaseMs = 2 * 60_000;
const firstPauseMs = 30_000;
const longestPauseMs = 60 * 60_000;
/** More to one address, and somebody is making us send letters to a stranger. */
const receiptsADay = 3;
const dayMs = 24 * 60 * 60_000;

export function recipientsOf({
  smtpUrl,
  notifyTo,
  notifyWebhook,
}: Pick<Config, 'smtpUrl' | 'notifyTo' | 'notifyWebhook'>): Recipients {
  const operator: Channel[] = [
    ...(notifyTo === null ? [] : ['mail' as const]),
    ...(notifyWebhook === null ? [] : ['webhook' as const]),
  ];
  return { operator, receipts: smtpUrl !== null };
}

/** To be called in the transaction that stores the application. */
export async function notifyOfApplication(
  trx: Transaction<Tables>,
  recipients: Recipients,
  { id, email, isFlagged }: { id: string; email: string; isFlagged: boolean },
): Promise<void> {
  const rows = recipients.operator.map((channel) =>
    notification(channel, 'application', { application: id }),
  );
  // What a robot wrote may name anybody's address: nothing is sent there.
  if (recipients.receipts && !isFlagged && (await mayHaveReceipt(trx, email)))
    rows.push(notification('mail', 'receipt', { application: id }));
  if (rows.length > 0) await trx.insertInto('outgoing').values(rows).execute();
}

/** To be called in the transaction that stores a subscriber: the day is counted once it is over. */
export async function notifyOfSubscribers(trx: Transaction<Tables>, recipients: Recipients): Promise<void> {
  const day = dayOf(new Date());
  const due_at = endOfDay(day).toISOString();
  const rows = recipients.operator.map((channel) => ({
    ...notification(channel, 'subscribers', { day, due_at }),
    id: `subscribers-${day}-${channel}`,
  }));
  if (rows.length > 0)
    await trx
      .insertInto('outgoing')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export function notification(
  channel: Channel,
  kind: Notification['kind'],
  about: Partial<Notification>,
): Notification {
  const now = new Date().toISOString();
  return {
    id: crypto.randomUUID(),
    channel,
    kind,
    application: null,
    day: null,
    vacancy: null,
    alert: null,
    created_at: now,
    due_at: now,
    tries: 0,
    problem: null,
    told: null,
    ...about,
  };
}

async function mayHaveReceipt(trx: Transaction<Tables>, email: string): Promise<boolean> {
  const { count } = await trx
    .selectFrom('applications')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('created_at', '>', new Date(Date.now() - dayMs).toISOString())
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirstOrThrow();
  return Number(count) <= receiptsADay;
}

/** Takes the next message that is due, for this server alone. */
export function claimNext(store: Store, channels: Channel[]): Promise<Notification | undefined> {
  return store.write(async (trx) => {
    const now = await clockOf(store, trx);
    return trx
      .updateTable('outgoing')
      .set(({ eb }) => ({ due_at: new Date(now + leaseMs).toISOString(), tries: eb('tries', '+', 1) }))
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('outgoing')
          .select('id')
          .where((where) =>
            where.or([
              where('due_at', '<=', new Date(now).toISOString()),
              // Nothing is put off for so long: a clock was wrong that has been set right.
              where('due_at', '>', new Date(now + 2 * dayMs).toISOString()),
            ]),
          )
          .where('channel', 'in', channels)
          .orderBy('due_at')
          .orderBy('id')
          .limit(1)
          .$if(store.kind === 'postgres', (query) => query.forUpdate().skipLocked()),
      )
      .returningAll()
      .executeTakeFirst();
  });
}

/** The servers' clocks may differ; the database that they share has one. */
async function clockOf({ kind }: Store, trx: Transaction<Tables>): Promise<number> {
  if (kind === 'sqlite') return Date.now();
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(trx);
  return rows[0]?.now.getTime() ?? Date.now();
}

export async function removeNotification(store: Store, id: string): Promise<void> {
  await store.write((trx) => trx.deleteFrom('outgoing').where('id', '=', id).execute());
}

export async function postpone(
  store: Store,
  { id, tries, told: before }: Notification,
  { problem, told: now, waitMs }: { problem: string; told: string[]; waitMs: number },
): Promise<void> {
  const told = [before, ...now].filter((address) => address !== null).join(',') || null;
  const pause = Math.max(waitMs, Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs));
  const due_at = new Date(Date.now() + pause).toISOString();
  await store.write((trx) =>
    trx.updateTable('outgoing').set({ due_at, problem, told }).where('id', '=', id).execute(),
  );
}

/** Gives a message back that was taken and not tried. */
export async function giveBack(store: Store, { id, tries }: Notification): Promise<void> {
  const due_at = new Date().toISOString();
  await store.write((trx) =>
    trx
      .updateTable('outgoing')
      .set({ due_at, tries: tries - 1 })
      .where('id', '=', id)
      .execute(),
  );
}

/** What waits, for `stats`. */
export function waitingNotifications(db: Kysely<Tables>) {
  return db
    .selectFrom('outgoing')
    .select(['channel', 'kind', 'problem'])
    .select(({ fn }) => [
      fn.countAll<number | string>().as('waiting'),
      fn.min('created_at').as('since'),
      fn.max('tries').as('tries'),
    ])
    .groupBy(['channel', 'kind', 'problem'])
    .orderBy('channel')
    .orderBy('kind')
    .execute();
}
