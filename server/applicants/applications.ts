import { sql } from 'kysely';

import {
  type ApplicationState,
  type ApplicationStatus,
  applicationStates,
} from '#src/contract/application-status.ts';
import type { Payload } from '#src/contract/forms.ts';

import { Refusal } from '../lib/refusal.ts';
import { type MailSettings, notifyStaff } from '../office/staff-notice.ts';
import { deleteReceived } from '../replies/delete-submissions.ts';
import type { Say } from '../replies/replies.ts';
import { senderKeys } from '../store/contact-key.ts';
import { insertOnce, type RequestKey } from '../store/idempotency-keys.ts';
import { changedMeanwhile } from '../store/ids.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';
import { idOf } from '../store/secrets.ts';
import { newRow } from '../store/submissions.ts';
import { queueNews } from './news.ts';
import { addReceipt } from './receipt.ts';
import { note } from './standing.ts';

/** Call `findAccepted` and `findSame` first. */
export async function apply(
  trx: Trx,
  application: Pick<Tables['applications'], keyof Payload<'apply'>>,
  request: RequestKey,
  { mail, mayHaveReceipt }: { mail: MailSettings; mayHaveReceipt: () => Promise<boolean> },
): Promise<{ id: string }> {
  const { name, email, mobile } = application;
  const row = { ...application, ...newRow(request), ...senderKeys(name, email, mobile) };
  await insertOnce(trx.insertInto('applications').values(row));
  await notifyStaff(trx, mail, row.created_at);
  await addReceipt(trx, mail, { id: row.id, email, mayHaveReceipt });
  return { id: row.id };
}

export async function findStatus(db: Db, secret: string): Promise<ApplicationStatus | undefined> {
  const row = await db
    .selectFrom('applications')
    .leftJoin('vacancies', 'vacancies.id', 'applications.job')
    .select(['job', 'applications.created_at as createdAt', 'state', 'state_at as stateAt'])
    .select([note.as('note'), 'vacancies.name as jobName'])
    .where('applications.id', '=', await idOf(db, secret))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { stateAt, note: said, jobName, ...required } = row;
  const optional = Object.entries({ stateAt, note: said, jobName }).filter(([, value]) => value !== null);
  return { ...required, ...Object.fromEntries(optional) };
}

export async function withdraw(trx: Trx, secret: string): Promise<boolean> {
  const id = await idOf(trx, secret);
  return id !== null && (await deleteReceived(trx, 'application', [id])) > 0;
}

/** Stores a note for the company. `before`: the note as the page showed it. */
export async function saveInternalNote(trx: Trx, id: string, before: string, internalNote: string) {
  const update = trx
    .updateTable('applications')
    .set({ internal_note: internalNote || null })
    .where('id', '=', id);
  const { numUpdatedRows } = await update
    .where(sql`coalesce(internal_note, '')`, 'in', [before, internalNote])
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw changedMeanwhile();
}

/** Sets the status. `time`: since when, if it has changed. */
export async function markApplication(
  trx: Trx,
  id: string,
  newState: string,
  time = new Date().toISOString(),
): Promise<ApplicationState> {
  const state = applicationStates.find((name) => name === newState);
  if (state === undefined)
    throw new Refusal(422, `"${newState}" is not one of the states ${applicationStates.join(', ')}.`);
  const update = trx.updateTable('applications').set({ state, state_at: time }).where('id', '=', id);
  await update.where('state', '<>', state).execute();
  return state;
}

/** Its page shows the reply; now the status is what the writer chose, and the applicant's devices are told. */
export const sayToApplicant: Say = async (trx, id, { asks, state_after }, time) => {
  const rows = trx.selectFrom('applications').select('state').where('id', '=', id);
  const row = await rows.executeTakeFirst();
  if (row === undefined) return;
  // Who is asked something waits for an answer, so the application cannot stay closed.
  const isRead = row.state === 'received' || (asks === 1 && row.state === 'closed');
  await markApplication(trx, id, state_after ?? (isRead ? 'read' : row.state), time);
  await queueNews(trx, id);
};
