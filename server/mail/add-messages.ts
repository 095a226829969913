import { type Insertable, sql } from 'kysely';

import type { Config } from '../config.ts';
import { dayMs, hourMs, minuteMs } from '../lib/durations.ts';
import { signature } from '../store/facts.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Db, MessageKind, Tables, Trx } from '../store/schema.ts';

export type MailSettings = Pick<Config, 'smtpUrl' | 'notifyTo' | 'receiptsPerDay'>;

/** Per day. Stops bots from flooding an address with receipts. */
const receiptsToOneAddress = 3;
const noticesApartMs = 5 * minuteMs;
/** Three per day for each address, no matter who enters it. */
const confirmationsApartMs = 8 * hourMs;

const iso = (time: number) => new Date(time).toISOString();
const newRow = (time = iso(Date.now())) => ({ id: crypto.randomUUID(), created_at: time, due_at: time });

/** Call it in the transaction that stores the application or enquiry. `time`: when that was received. */
export async function notifyCompany(trx: Trx, { notifyTo }: MailSettings, time: string): Promise<void> {
  for (const to of notifyTo) await queueOnce(trx, 'operator', to, noticesApartMs, time);
}

export async function addReceipt(
  trx: Trx,
  settings: MailSettings,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (settings.smtpUrl === null) return;
  // Counts a day's receipts even after their applications have been deleted.
  const address_hash = (await signature(trx, email.toLowerCase())).toString('base64url');
  if (await mayHaveReceipt(trx, address_hash, settings.receiptsPerDay))
    await addMessages(trx, [{ kind: 'receipt', application: id, address_hash }]);
}

export function addSignInMail(trx: Trx, link: string, recipient: string): Promise<void> {
  return addMessages(trx, [{ kind: 'sign-in', link, recipient }]);
}

export function addConfirmation(trx: Trx, emailKey: string): Promise<void> {
  return queueOnce(trx, 'confirm', emailKey, confirmationsApartMs);
}

type NewMessage = Omit<Insertable<Tables['messages']>, 'id' | 'created_at' | 'due_at'> & { id?: string };

/** Queues messages that are due now. */
export async function addMessages(trx: Trx, messages: NewMessage[]): Promise<void> {
  const rows = messages.map((message) => ({ ...newRow(), ...message }));
  // Databases limit the number of parameters per statement.
  for (let start = 0; start < rows.length; start += 500)
    await trx
      .insertInto('messages')
      .values(rows.slice(start, start + 500))
      .execute();
}

/** Queues at most one message for this recipient, due now or `apartMs` after the last one. It covers everything since `time`. */
async function queueOnce(
  trx: Trx,
  kind: MessageKind,
  recipient: string,
  apartMs: number,
  time?: string,
): Promise<void> {
  await advisoryLock(trx, `${kind} ${recipient}`);
  const last = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.max('claimed_at').as('time'))
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .executeTakeFirst();
  const due_at = iso(Math.max(Date.now(), last?.time ? Date.parse(last.time) + apartMs : 0));
  // This also locks the row, so that no sender claims it and counts before this transaction ends.
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ due_at: sql<string>`case when due_at < ${due_at} then due_at else ${due_at} end` })
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    await trx
      .insertInto('messages')
      .values({ ...newRow(time), kind, recipient, due_at })
      .execute();
}

async function mayHaveReceipt(trx: Db, address_hash: string, perDay: number): Promise<boolean> {
  const recent = trx
    .selectFrom('messages')
    .select('id')
    .where('created_at', '>', iso(Date.now() - dayMs));
  const toThis = await recent.where('address_hash', '=', address_hash).limit(receiptsToOneAddress).execute();
  if (toThis.length >= receiptsToOneAddress) return false;
  return (await recent.where('kind', '=', 'receipt').limit(perDay).execute()).length < perDay;
}
