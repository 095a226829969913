import { Refusal } from './lib/refusal.ts';
import { deleteSentWith } from './replies/deletion.ts';
import { contactKey } from './store/contact-key.ts';
import { countRows } from './store/pages.ts';
import type { Received } from './store/received.ts';
import type { Db, Trx } from './store/schema.ts';
import { findSubscriber, unsubscribe } from './subscribers/subscribers.ts';

/** An enquiry with only a phone number has no address. */
function addressIn(email: string): string {
  const address = contactKey(email);
  if (address === '') throw new Refusal(422, 'Enter the email address whose data should be deleted.');
  return address;
}

export async function countOf(db: Db, email: string) {
  const address = addressIn(email);
  const count = (table: Received) => countRows(db.selectFrom(table).where('contact_key', '=', address));
  const subscriptions = Number((await findSubscriber(db, address)) !== undefined);
  return { applications: await count('applications'), enquiries: await count('enquiries'), subscriptions };
}

export async function forget(trx: Trx, email: string) {
  const address = addressIn(email);
  const applications = await deleteSentWith(trx, 'applications', address);
  const enquiries = await deleteSentWith(trx, 'enquiries', address);
  return { applications, enquiries, subscriptions: await unsubscribe(trx, address) };
}
