import { unsubscribe } from '../newsletter/subscribers.ts';
import { deleteSentWith } from '../store/received.ts';
import type { Trx } from '../store/schema.ts';

export async function forget(trx: Trx, email: string) {
  const address = email.trim().toLowerCase();
  const applications = await deleteSentWith(trx, 'applications', address);
  const enquiries = await deleteSentWith(trx, 'enquiries', address);
  return { applications, enquiries, subscriptions: Number(await unsubscribe(trx, address)) };
}
