import { type Insertable, sql } from 'kysely';

import type { Config } from '../config.ts';
import { dayMs, minuteMs } from '../lib/durations.ts';
import { signature } from '../store/facts.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Db, MessageKind, Tables, Trx } from '../store/schema.ts';

export type MailSettings = Pick<Config, 'smtpUrl' | 'notifyTo' | 'receiptsPerDay'>;

/** Of each kind, per day. Stops bots from flooding an address with receipts or confirmations. */
const mostToOneAddress = 3;
const noticesApartMs = 5 * minuteMs;

const iso = (time: number) => new Date(time).toISOString();
const newRow = (time = iso(Date.now())) => ({ id: crypto.randomUUID(), created_at: time, due_at: time });

/** Call it in the transaction that stores the application or enquiry. `time`: when that was received. */
export async function notifyCompany(trx: Trx, { notifyTo }: MailSettings, time: string): Promise<void> {
  for (const to of notifyTo) await queueNotice(trx, to, time);
}

export async function addReceipt(
  trx: Trx,
  settings: MailSettings,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (settings.smtpUrl === null) return;
  const address_hash = await hashOf(trx, email.toLowerCase());
  if (!(await mayHave(trx, 'receipt', address_hash))) return;
  const today = trx.selectFrom('messages').select('id').where('kind', '=', 'receipt');
  const most = today.where('created_at', '>', iso(Date.now() - dayMs)).limit(settings.receiptsPerDay);
  if ((await most.execute()).length < settings.receiptsPerDay)
    await addMessages(trx, [{ kind: 'receipt', application: id, address_hash }]);
}

export function addSignInMail(trx: Trx, link: string, recipient: string): Promise<void> {
  return addMessages(trx, [{ kind: 'sign-in', link, recipient }]);
}

/** Queues the email that asks for confirmation, or says that there is nothing to confirm; at most three a day for each address. */
export async function addConfirmation(trx: Trx, emailKey: string): Promise<void> {
  const address_hash = await hashOf(trx, emailKey);
  await advisoryLock(trx, `confirm ${address_hash}`);
  // This also locks the row, so that no sender claims it and reads before this transaction ends.
  const waiting = trx.updateTable('messages').set({ due_at: iso(Date.now()) });
  const { numUpdatedRows } = await waiting
    .where('recipient', '=', emailKey)
    .where('kind', '=', 'confirm')
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  if (await mayHave(trx, 'confirm', address_hash))
    await addMessages(trx, [{ kind: 'confirm', recipient: emailKey, address_hash }]);
}

/** Counts a day's emails even after those to whom they went have been deleted. */
async function mayHave(trx: Db, kind: MessageKind, address_hash: string): Promise<boolean> {
  const recent = trx
    .selectFrom('messages')
    .select('id')
    .where('address_hash', '=', address_hash)
    .where('created_at', '>', iso(Date.now() - dayMs));
  return (await recent.where('kind', '=', kind).limit(mostToOneAddress).execute()).length < mostToOneAddress;
}

const hashOf = async (trx: Db, address: string) => (await signature(trx, address)).toString('base64url');

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

/** Queues at most one notice, due now or some minutes after the last one. It covers everything since `time`. */
async function queueNotice(trx: Trx, recipient: string, time: string): Promise<void> {
  await advisoryLock(trx, `operator ${recipient}`);
  const last = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.max('claimed_at').as('time'))
    .where('kind', '=', 'operator')
    .where('recipient', '=', recipient)
    .executeTakeFirst();
  const due_at = iso(Math.max(Date.now(), last?.time ? Date.parse(last.time) + noticesApartMs : 0));
  // As above, so that no sender counts before this transaction ends.
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ due_at: sql<string>`case when due_at < ${due_at} then due_at else ${due_at} end` })
    .where('kind', '=', 'operator')
    .where('recipient', '=', recipient)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    await trx
      .insertInto('messages')
      .values({ ...newRow(time), kind: 'operator', recipient, due_at })
      .execute();
}
