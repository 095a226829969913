import { createHmac } from 'node:crypto';

import { type Kysely, sql, type Transaction } from 'kysely';

import { isPostgres } from '../db/errors.ts';
import { readFact } from '../db/facts.ts';
import type { Store } from '../db/open-store.ts';
import type { Tables } from '../db/schema.ts';

export type Mail = Tables['mail'];

/** Who is told of what, as the configuration has it. */
export type MailSettings = {
  smtpUrl: string | null;
  notifyTo: string[];
  notifyWebhook: string | null;
  receiptsPerDay: number;
};

const dayMs = 24 * 60 * 60_000;
/** More to one address, and somebody is making us send letters to a stranger. */
const receiptsToOneAddress = 3;
/** A server that took a message and was killed leaves it to the others after so long. */
const leaseMs = 2 * 60_000;
const firstPauseMs = 30_000;
const longestPauseMs = 60 * 60_000;
/** After this the receiver will not take it, or it is no news. */
const triedMs = 3 * dayMs;

/** To be called in the transaction that stores the application; `email` is null where no receipt may be sent. */
export async function notifyOfApplication(
  trx: Transaction<Tables>,
  settings: MailSettings,
  application: string,
  email: string | null,
): Promise<void> {
  const now = new Date().toISOString();
  const row = { application, created_at: now, due_at: now, tries: 0 };
  const rows = operatorsOf(settings).map((to) => ({ ...row, id: crypto.randomUUID(), ...to }));
  if (settings.smtpUrl !== null && email !== null) {
    const address_hash = await hashOf(trx, email);
    if (await mayHaveReceipt(trx, address_hash, settings.receiptsPerDay))
      rows.push({ ...row, id: crypto.randomUUID(), kind: 'receipt', recipient: null, address_hash });
  }
  if (rows.length > 0) await trx.insertInto('mail').values(rows).execute();
}

/** Sends a link that signs in; its words are made when it is sent. */
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

/** A message for each address: one that is refused holds up no other. */
function operatorsOf({
  notifyTo,
  notifyWebhook,
}: MailSettings): Pick<Mail, 'kind' | 'recipient' | 'address_hash'>[] {
  const people = notifyTo.map((recipient) => ({ kind: 'operator' as const, recipient, address_hash: null }));
  return notifyWebhook === null
    ? people
    : [...people, { kind: 'webhook', recipient: null, address_hash: null }];
}

/** By it the receipts of a day are counted, also once their applications are withdrawn. */
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

/** Takes the next message of these kinds that is due, for this server alone; receipts go before notices. */
export async function claimMail(store: Store, kinds: Mail['kind'][]): Promise<Mail | undefined> {
  const now = Date.now();
  const lease = new Date(now + leaseMs).toISOString();
  const { rows } = await store.write((trx) =>
    sql<Mail>`update mail set due_at = ${lease}, tries = tries + 1, claimed_at = ${new Date(now).toISOString()} where id = (
      select id from mail where due_at <= ${new Date(now).toISOString()} and kind in (${sql.join(kinds)})
      order by kind desc, due_at limit 1 ${isPostgres(trx) ? sql`for update skip locked` : sql``}
    ) returning *`.execute(trx),
  );
  return rows[0];
}

/** `due_at` null: it was sent, or never will be. Whoever took it too long ago finds it claimed again and changes nothing. */
export async function settleMail(
  store: Store,
  { id, tries }: Mail,
  change: Pick<Mail, 'due_at' | 'problem'>,
): Promise<void> {
  await store.write((trx) =>
    trx.updateTable('mail').set(change).where('id', '=', id).where('tries', '=', tries).execute(),
  );
}

/** When a message that could not be sent is tried again; null: it is given up. */
export function nextTry({ tries, created_at }: Mail): string | null {
  if (Date.now() - Date.parse(created_at) > triedMs) return null;
  return new Date(Date.now() + Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)).toISOString();
}
