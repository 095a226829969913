import type { Insertable } from 'kysely';

import { dayMs } from '../lib/durations.ts';
import { inSlices } from '../lib/slices.ts';
import { signer } from '../store/facts.ts';
import type { Db, MessageKind, Tables, Trx } from '../store/schema.ts';

/** Of each kind, per day, so that nobody can flood an address. */
const mostToOneAddress = 3;

/** Counts a day's emails even after those to whom they went have been deleted. */
export async function mayHave(trx: Db, kind: MessageKind, address_hash: string): Promise<boolean> {
  const recent = trx
    .selectFrom('messages')
    .select('id')
    .where('address_hash', '=', address_hash)
    .where('created_at', '>', new Date(Date.now() - dayMs).toISOString());
  return (await recent.where('kind', '=', kind).limit(mostToOneAddress).execute()).length < mostToOneAddress;
}

/** Returns what makes the keyed hash by which an address's emails are counted. */
export async function hashMaker(db: Db): Promise<(address: string) => string> {
  const sign = await signer(db);
  return (address) => sign(address).toString('base64url');
}

type Row = Insertable<Tables['messages']>;
type NewMessage = Omit<Row, 'id' | 'created_at' | 'due_at'> & Partial<Row>;

/** Queues messages, by default due now. */
export async function addMessages(trx: Trx, messages: NewMessage[]): Promise<void> {
  const now = new Date().toISOString();
  const rows = messages.map((message) => ({
    id: crypto.randomUUID(),
    created_at: now,
    due_at: now,
    ...message,
  }));
  const insert = (some: typeof rows) => trx.insertInto('messages').values(some).execute();
  await Array.fromAsync(inSlices((_, most) => rows.splice(0, most), insert));
}
