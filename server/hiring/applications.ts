import { sql } from 'kysely';

import {
  type ApplicationState,
  type ApplicationStatus,
  applicationStates,
} from '#src/contract/application-status.ts';
import type { Payload } from '#src/contract/forms.ts';

import { Refusal } from '../lib/refusal.ts';
import { drop } from '../mail/queue.ts';
import { type MailSettings, notifyStaff } from '../office/staff-notice.ts';
import { deleteOne } from '../replies/deletion.ts';
import { storeReply, type Words, type Writer } from '../replies/replies.ts';
import type { RequestKey } from '../store/idempotency-keys.ts';
import { changedMeanwhile } from '../store/ids.ts';
import { countReceived, storeOnce } from '../store/received.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';
import { idOf } from '../store/secrets.ts';
import { isNews, queueNews } from './news.ts';
import { addReceipt } from './receipt.ts';
import { refuseUnlessOpen } from './vacancies.ts';

/** Call `findAccepted` first. */
export async function apply(
  trx: Trx,
  application: Pick<Tables['applications'], keyof Payload<'apply'>>,
  request: RequestKey,
  { isFlagged, mail, limit }: { isFlagged: boolean; mail: MailSettings; limit: () => Promise<void> },
): Promise<{ id: string; isRepeat: boolean }> {
  const stored = await storeOnce(trx, 'applications', request, isFlagged, async (row) => {
    await refuseUnlessOpen(trx, application.job);
    await limit();
    const inserting = trx.insertInto('applications').values({ ...application, ...row });
    return inserting.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  });
  const { id, time, isRepeat } = stored;
  if (isRepeat || isFlagged) return stored;
  await notifyStaff(trx, mail, time);
  // Send bots no receipt: they may use anybody's address.
  await addReceipt(trx, mail, { id, email: application.email });
  return stored;
}

export async function findStatus(db: Db, secret: string): Promise<ApplicationStatus | undefined> {
  const row = await db
    .selectFrom('applications')
    .leftJoin('vacancies', 'vacancies.id', 'applications.job')
    .select([
      'job',
      'applications.created_at as createdAt',
      'state',
      'state_at as stateAt',
      'message_to_applicant as note',
    ])
    .select('vacancies.name as jobName')
    .where('applications.id', '=', await idOf(db, secret))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { stateAt, note, jobName, ...required } = row;
  const optional = Object.entries({ stateAt, note, jobName }).filter(([, value]) => value !== null);
  return { ...required, ...Object.fromEntries(optional) };
}

export async function withdraw(trx: Trx, secret: string): Promise<boolean> {
  return (await deleteOne(trx, 'applications', await idOf(trx, secret))) > 0;
}

export const countFlagged = (db: Db, time: string) => countReceived(db, 'applications', time, 1);

/** Stores a note for the company. `before`: the note as the page showed it. */
export async function saveInternalNote(trx: Trx, id: string, before: string, remark: string) {
  const update = trx
    .updateTable('applications')
    .set({ internal_note: remark || null })
    .where('id', '=', id);
  const { numUpdatedRows } = await update
    .where(sql`coalesce(internal_note, '')`, 'in', [before, remark])
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw changedMeanwhile();
}

/** An undefined `note` changes nothing. */
export async function markApplication(
  trx: Trx,
  id: string,
  newState: string,
  note?: string,
): Promise<ApplicationState> {
  const state = applicationStates.find((name) => name === newState);
  if (state === undefined)
    throw new Refusal(422, `"${newState}" is not one of the states ${applicationStates.join(', ')}.`);
  const row = await trx.selectFrom('applications').select('state').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal(404, `There is no application with the id "${id}".`);
  await trx
    .updateTable('applications')
    .set({
      state,
      state_at: sql`case when state = ${state} then state_at else ${new Date().toISOString()} end`,
      ...(note === undefined ? {} : { message_to_applicant: note }),
    })
    .where('id', '=', id)
    .execute();
  // Also queue when leaving such a status: the change may undo the one that was news.
  if (row.state !== state && (isNews(state) || isNews(row.state))) await queueNews(trx, id, row.state);
  return state;
}

/** Replies to one person's applications with one email and sets their status; an empty `state` marks new ones as read. */
export async function replyTo(trx: Trx, ids: string[], words: Words, state: string, person: Writer) {
  const rows = trx.selectFrom('applications').select(['id', 'state']).where('id', 'in', ids);
  const before = await rows.execute();
  for (const row of before) {
    const least = row.state === 'received' ? 'read' : row.state;
    await markApplication(trx, row.id, state || least, words.text);
    await queueNews(trx, row.id, 'replied');
  }
  const answered = trx.updateTable('applications').set({ answered_at: new Date().toISOString() });
  await answered.where('id', 'in', ids).execute();
  // It would arrive after the answer.
  await drop(trx, sql`kind = 'receipt' and application in (${sql.join(ids)})`, 'it was answered');
  const to = before.map((row) => ({ application: row.id, before: row.state }));
  await storeReply(trx, to, words, person);
}
