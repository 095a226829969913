import type { Trx } from '../db/schema.ts';
import { deleteSentWith } from './received.ts';
import { unsubscribe } from './subscribers.ts';

export async function forget(trx: Trx, email: string) {
  const address = email.trim().toLowerCase();
  const applications = await deleteSentWith(trx, 'applications', address);
  const enquiries = await deleteSentWith(trx, 'enquiries', address);
  return { applications, enquiries, subscriptions: Number(await unsubscribe(trx, address)) };
}
