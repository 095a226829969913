import type { Transaction } from 'kysely';

import type { Tables } from '../db/schema.ts';
import { deleteApplicationsOf } from './applications.ts';
import { unsubscribe } from './subscribers.ts';

export async function forget(trx: Transaction<Tables>, email: string) {
  const address = email.trim().toLowerCase();
  const applications = await deleteApplicationsOf(trx, address);
  return { applications, subscriptions: Number(await unsubscribe(trx, address)) };
}
