import { sql } from 'kysely';

import type { Payload } from '#src/contract/forms.ts';

import { fileNames } from '../attachments/attachments.ts';
import { type MailSettings, notifyStaff } from '../office/staff-notice.ts';
import type { Say } from '../replies/replies.ts';
import { containing, senderKeys } from '../store/contact-key.ts';
import { insertOnce, type RequestKey } from '../store/idempotency-keys.ts';
import { readAll, readPage, type Wanted } from '../store/keyset-pages.ts';
import type { Db, EnquiryState, Tables, Trx } from '../store/schema.ts';
import { newRow } from '../store/submissions.ts';

/** Call `findAccepted` and `findSame` first. */
export async function enquire(
  trx: Trx,
  enquiry: Pick<Tables['enquiries'], keyof Payload<'enquiry'>>,
  request: RequestKey,
  mail: MailSettings,
): Promise<{ id: string }> {
  const { name, email, phone } = enquiry;
  const row = { ...enquiry, ...newRow(request), ...senderKeys(name, email, phone) };
  await insertOnce(trx.insertInto('enquiries').values(row));
  await notifyStaff(trx, mail, row.created_at);
  return { id: row.id };
}

function listed(db: Db) {
  return db
    .selectFrom('enquiries')
    .select(['id', 'created_at as received', 'state', 'name', 'email', 'phone', 'about', 'message']);
}

/** `state`: all enquiries if undefined. */
type EnquiryFilter = { state?: EnquiryState; search?: string };

/** New ones oldest first, because those have waited longest; otherwise newest first. */
export function pageOfEnquiries(db: Db, { state, search = '' }: EnquiryFilter, wanted: Wanted) {
  const all = db.selectFrom('enquiries');
  const list = state === undefined ? all : all.where('state', '=', state);
  const order = { isUp: state === 'new', text: sql.ref<string>('search_text') };
  const matches = containing(search);
  return readPage(list, order, { ...wanted, matches }, (ids) => enquiriesWith(db, ids));
}

export async function wholeEnquiries(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  const files = await fileNames(db, 'enquiry', ids);
  return (await enquiriesWith(db, ids)).map((row) => ({ ...row, files: files.get(row.id) ?? '' }));
}

export function exportEnquiries(db: Db) {
  return readAll(db.selectFrom('enquiries'), {}, {}, (ids) => wholeEnquiries(db, ids));
}

export function enquiriesWith(db: Db, ids: string[]) {
  return listed(db).where('id', 'in', ids).orderBy('created_at').execute();
}

export function findEnquiry(db: Db, id: string) {
  return listed(db).where('id', '=', id).executeTakeFirst();
}

export async function countEnquiries(db: Db): Promise<Record<EnquiryState, number>> {
  const rows = db.selectFrom('enquiries').select(({ fn }) => ['state', fn.countAll().as('count')]);
  const counts = { new: 0, done: 0 };
  for (const { state, count } of await rows.groupBy('state').execute()) counts[state] = Number(count);
  return counts;
}

export async function markEnquiry(trx: Trx, id: string, state: EnquiryState): Promise<void> {
  await trx.updateTable('enquiries').set({ state }).where('id', '=', id).execute();
}

/** A reply has been said; after a question the enquiry is new (again), because the answer is still ours. */
export const sayToEnquirer: Say = (trx, id, { asks }) => markEnquiry(trx, id, asks === 1 ? 'new' : 'done');
