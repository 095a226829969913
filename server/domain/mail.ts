import { createHmac } from 'node:crypto';

import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';

import { isPostgres } from '../db/errors.ts';
import { readFact } from '../db/facts.ts';
import type { Store } from '../db/open-store.ts';
import type { Tables } from '../db/schema.ts';

export type Mail = Tables['mail'];

export type MailSettings = {
  smtpUrl: string | null;
  notifyTo: string[];
  notifyWebhook: string | null;
  receiptsPerDay: number;
};

const dayMs = 24 * 60 * 60_000;
/** Per day. Stops bots from flooding an address with receipts. */
const receiptsToOneAddress = 3;
/** After this time another server may claim the message. */
const leaseMs = 2 * 60_000;
const firstPauseMs = 30_000;
const longestPauseMs = 60 * 60_000;
export const retryForMs = 3 * dayMs;

/** Call it in the transaction that stores the application. `email` null sends no receipt. */
export async function notifyOfApplication(
  trx: Transaction<Tables>,
  settings: MailSettings,
  application: string,
  email: string | null,
): Promise<void> {
  const now = new Date().toISOString();
  const row = () => ({ id: crypto.randomUUID(), application, created_at: now, due_at: now, tries: 0 });
  const rows: Insertable<Mail>[] = [];
  for (const recipient of settings.notifyTo) rows.push({ ...row(), kind: 'operator', recipient });
  if (settings.notifyWebhook !== null) rows.push({ ...row(), kind: 'webhook' });
  const address_hash = settings.smtpUrl === null || email === null ? null : await hashOf(trx, email);
  if (address_hash !== null && (await mayHaveReceipt(trx, address_hash, settings.receiptsPerDay)))
    rows.push({ ...row(), kind: 'receipt', address_hash });
  if (rows.length > 0) await trx.insertInto('mail').values(rows).execute();
}

/** Its words are made when it is sent. */
export async function addSignInMail(
  trx: Transaction<Tables>,
  link: string,
  recipient: string,
): Promise<void> {
  const now = new Date().toISOString();
  const row = { id: crypto.randomUUID(), kind: 'sign-in' as const, link, recipient };
  await trx
    .insertInto('mail')
    .values({ ...row, created_at: now, due_at: now, tries: 0 })
    .execute();
}

/** Counts the receipts of a day, also once their applications are deleted. */
async function hashOf(trx: Kysely<Tables>, email: string): Promise<string> {
  const key = (await readFact(trx, 'secret-key')) ?? '';
  return createHmac('sha256', key).update(email.toLowerCase()).digest('base64url');
}

async function mayHaveReceipt(trx: Kysely<Tables>, address_hash: string, perDay: number): Promise<boolean> {
  const recent = trx
    .selectFrom('mail')
    .select('id')
    .where('created_at', '>', new Date(Date.now() - dayMs).toISOString());
  const toThis = await recent.where('address_hash', '=', address_hash).limit(receiptsToOneAddress).execute();
  if (toThis.length >= receiptsToOneAddress) return false;
  return (await recent.where('kind', '=', 'receipt').limit(perDay).execute()).length < perDay;
}

/** Claims a message for this server; receipts first. */
export async function claimMail(store: Store, kinds: Mail['kind'][]): Promise<Mail | undefined> {
  const now = Date.now();
  const lease = new Date(now + leaseMs).toISOString();
  const { rows } = await store.write((trx) =>
    sql<Mail>`update mail set due_at = ${lease}, tries = tries + 1 where id = (
      select id from mail where due_at <= ${new Date(now).toISOString()} and kind in (${sql.join(kinds)})
      order by kind desc, due_at limit 1 ${isPostgres(trx) ? sql`for update skip locked` : sql``}
    ) returning *`.execute(trx),
  );
  return rows[0];
}

/** Schedules a retry, or ends the message and returns false. Ignores results of expired claims. */
export async function settleMail(store: Store, mail: Mail, problem: string | null, mayRetry: boolean) {
  const { id, tries, created_at } = mail;
  const willRetry = problem !== null && mayRetry && Date.now() - Date.parse(created_at) <= retryForMs;
  const next = Date.now() + Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs);
  const change = { problem, due_at: willRetry ? new Date(next).toISOString() : null };
  await store.write((trx) =>
    trx.updateTable('mail').set(change).where('id', '=', id).where('tries', '=', tries).execute(),
  );
  return willRetry;
}

/** All but newsletters: how many wait, and how many were given up within a day. */
export async function countMail(db: Kysely<Tables>): Promise<{ waiting: number; failed: number }> {
  const { waiting, all } = await db
    .selectFrom('mail')
    .select(({ fn }) => [fn.count('due_at').as('waiting'), fn.countAll().as('all')])
    .where('kind', '!=', 'newsletter')
    .where((where) => where.or([where('due_at', 'is not', null), where('problem', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), failed: Number(all) - Number(waiting) };
}
