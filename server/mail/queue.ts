import { type Insertable, sql } from 'kysely';

import type { Config } from '../config.ts';
import { dayMs, hourMs } from '../lib/durations.ts';
import { backOffMs, leaseMs } from '../lib/poll.ts';
import { isPostgres } from '../store/errors.ts';
import { signature } from '../store/facts.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Store } from '../store/open-store.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';
import type { Message } from './plain-mail.ts';

export type Mail = Tables['mail'];
export type MailKind = Mail['kind'];

/** What a subject registers for its kind. */
export type Kind = {
  /** Called when it is sent, so that it contains current data. Null if there is nothing left to send. */
  compose: (db: Db, mail: Mail, siteUrl: string) => Promise<Message | null>;
  /** What else a result changes. */
  onEnd?: (trx: Trx, mail: Mail, outcome: Outcome, reply: string) => Promise<void>;
};
export type Kinds = Record<MailKind, Kind>;

export type MailSettings = Pick<Config, 'smtpUrl' | 'notifyTo' | 'receiptsPerDay'>;

type Rules = {
  /** Counted from the first attempt. */
  retryForMs: number;
  /** If it is unknown whether a message was accepted: send it again, or leave it as perhaps sent. */
  afterLease: 'again' | 'perhaps';
};

/** In order of priority. A new kind is an entry here and in `mail-kinds.ts`. */
export const mailRules: Record<MailKind, Rules> = {
  'sign-in': { retryForMs: dayMs, afterLease: 'again' },
  receipt: { retryForMs: 3 * dayMs, afterLease: 'again' },
  operator: { retryForMs: 3 * dayMs, afterLease: 'again' },
  confirm: { retryForMs: 3 * dayMs, afterLease: 'again' },
  test: { retryForMs: dayMs, afterLease: 'again' },
  answer: { retryForMs: 3 * dayMs, afterLease: 'perhaps' },
  newsletter: { retryForMs: 3 * dayMs, afterLease: 'perhaps' },
};
const kindNames = Object.keys(mailRules) as MailKind[];

/** Kinds that share a limit across all servers; whatever exceeds it waits. */
const caps = (perHour: number): { kinds: MailKind[]; most: number; withinMs: number }[] => [
  { kinds: ['answer', 'newsletter'], most: 1, withinMs: hourMs / perHour },
  { kinds: ['confirm'], most: 100, withinMs: hourMs },
];

/** Per day. Stops bots from flooding an address with receipts. */
const receiptsToOneAddress = 3;
const noticesApartMs = 5 * 60_000;
/** Three a day, whoever enters the address. */
const confirmationsApartMs = 8 * hourMs;

const iso = (time: number) => new Date(time).toISOString();
const newRow = (time = iso(Date.now())) => ({
  ...{ id: crypto.randomUUID(), created_at: time },
  ...{ due_at: time, tries: 0 },
});

/** Call it in the transaction that stores the application or enquiry at this `time`. */
export async function notifyCompany(trx: Trx, settings: MailSettings, time: string): Promise<void> {
  for (const to of settings.notifyTo) await queueOnce(trx, 'operator', to, noticesApartMs, time);
}

export async function addReceipt(
  trx: Trx,
  settings: MailSettings,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (settings.smtpUrl === null) return;
  // Counts the receipts of a day, also once their applications are deleted.
  const address_hash = (await signature(trx, email.toLowerCase())).toString('base64url');
  if (await mayHaveReceipt(trx, address_hash, settings.receiptsPerDay))
    await add(trx, { ...newRow(), kind: 'receipt', application: id, address_hash });
}

export function addSignInMail(trx: Trx, link: string, recipient: string): Promise<void> {
  return add(trx, { ...newRow(), kind: 'sign-in', link, recipient });
}

export function addConfirmation(trx: Trx, emailKey: string): Promise<void> {
  return queueOnce(trx, 'confirm', emailKey, confirmationsApartMs);
}

async function add(trx: Trx, row: Insertable<Mail>): Promise<void> {
  await trx.insertInto('mail').values(row).execute();
}

/** Queues at most one message for this recipient, due now or `apartMs` after the last. It covers everything since `time`. */
async function queueOnce(
  trx: Trx,
  kind: MailKind,
  recipient: string,
  apartMs: number,
  time?: string,
): Promise<void> {
  await advisoryLock(trx, `${kind} ${recipient}`);
  const last = await trx
    .selectFrom('mail')
    .select(({ fn }) => fn.max('claimed_at').as('time'))
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .executeTakeFirst();
  const due_at = iso(Math.max(Date.now(), last?.time ? Date.parse(last.time) + apartMs : 0));
  // Also lock the row, so that nobody claims it and counts before this transaction ends.
  const { numUpdatedRows } = await trx
    .updateTable('mail')
    .set({ due_at: sql<string>`case when due_at < ${due_at} then due_at else ${due_at} end` })
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('due_at', 'is not', null)
    .where((row) => row.or([row('problem', 'is', null), row('problem', '<>', 'perhaps')]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await add(trx, { ...newRow(time), kind, recipient, due_at });
}

async function mayHaveReceipt(trx: Db, address_hash: string, perDay: number): Promise<boolean> {
  const recent = trx
    .selectFrom('mail')
    .select('id')
    .where('created_at', '>', iso(Date.now() - dayMs));
  const toThis = await recent.where('address_hash', '=', address_hash).limit(receiptsToOneAddress).execute();
  if (toThis.length >= receiptsToOneAddress) return false;
  return (await recent.where('kind', '=', 'receipt').limit(perDay).execute()).length < perDay;
}

/** Claims the next message for this server; until it is settled it counts as perhaps sent. */
export function claimMail(store: Store, perHour: number): Promise<Mail | undefined> {
  const now = iso(Date.now());
  const isBelow = caps(perHour).map(
    ({ kinds, most, withinMs }) => sql`(mail.kind not in (${sql.join(kinds)}) or ${most} > (
      select count(*) from mail as other
      where other.kind in (${sql.join(kinds)}) and other.claimed_at > ${iso(Date.now() - withinMs)}))`,
  );
  const onceOnly = kindNames.filter((kind) => mailRules[kind].afterLease === 'perhaps');
  const priority = kindNames.map((kind, index) => sql`when ${sql.lit(kind)} then ${sql.lit(index)}`);
  return store.write(async (trx) => {
    // Two servers would both find room below the same limit.
    await advisoryLock(trx, 'mail');
    const { rows } = await sql<Mail>`
      update mail set tries = tries + 1, problem = 'perhaps', claimed_at = ${now},
        first_at = coalesce(first_at, ${now}),
        due_at = case when kind in (${sql.join(onceOnly)}) then null else ${iso(Date.now() + leaseMs)} end
      where id = (
        select id from mail where due_at <= ${now} and kind in (${sql.join(kindNames)})
        and (kind <> 'newsletter' or exists (
          select 1 from newsletters where newsletters.id = mail.newsletter and state = 'sending'))
        and ${sql.join(isBelow, sql` and `)}
        order by case kind ${sql.join(priority, sql` `)} end, due_at
        limit 1 ${isPostgres(trx) ? sql`for update skip locked` : sql``}
      ) returning *`.execute(trx);
    return rows[0];
  });
}

/** `unknown`: there is no such address. `refused`: the mail server will not accept it as it is. `later`: anything else. */
export type Outcome = 'sent' | 'unknown' | 'refused' | 'later';

/** Ends the message, or schedules a retry. Undefined if the claim has expired or the message is gone. */
export async function settleMail(
  trx: Trx,
  { id, kind, tries, first_at }: Mail,
  outcome: Outcome,
  problem: string | null,
): Promise<{ willRetry: boolean } | undefined> {
  const isOver = Date.now() - Date.parse(first_at ?? '') > mailRules[kind].retryForMs;
  const willRetry = (outcome === 'later' || outcome === 'refused') && !isOver;
  // Only a person can remove the reason for a refusal.
  const next = Date.now() + (outcome === 'refused' ? dayMs : backOffMs(tries));
  const update = trx.updateTable('mail').set({ problem, due_at: willRetry ? iso(next) : null });
  const { numUpdatedRows } = await update.where('id', '=', id).where('tries', '=', tries).executeTakeFirst();
  return numUpdatedRows === 0n ? undefined : { willRetry };
}

/** Counts all but newsletters: those waiting (and since when after a failure) and those given up within a day. */
export async function countMail(db: Db) {
  const { waiting, all, silentSince } = await db
    .selectFrom('mail')
    .select(({ fn }) => [fn.count('due_at').as('waiting'), fn.countAll().as('all')])
    .select(
      sql<string | null>`min(case when due_at is not null and problem is not null then created_at end)`.as(
        'silentSince',
      ),
    )
    .where('kind', '!=', 'newsletter')
    .where((where) => where.or([where('due_at', 'is not', null), where('problem', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), failed: Number(all) - Number(waiting), silentSince };
}
