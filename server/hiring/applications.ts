import { type RawBuilder, sql } from 'kysely';

import {
  type ApplicationState,
  type ApplicationStatus,
  applicationStates,
} from '#src/contract/application-status.ts';
import type { Payload } from '#src/contract/forms.ts';

import { Refusal } from '../lib/refusal.ts';
import { drop, isCallable } from '../mail/queue.ts';
import { logAction } from '../office/log.ts';
import { type MailSettings, notifyStaff } from '../office/staff-notice.ts';
import { deleteOne } from '../replies/deletion.ts';
import { type Manner, storeReply, type Words, type Writer } from '../replies/replies.ts';
import { applicantHash } from '../store/applicants.ts';
import type { RequestKey } from '../store/idempotency-keys.ts';
import { changedMeanwhile } from '../store/ids.ts';
import { storeOnce } from '../store/received.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';
import { idOf } from '../store/secrets.ts';
import { cancelNews, isNews, queueNews } from './news.ts';
import { addReceipt } from './receipt.ts';
import { refuseUnlessOpen } from './vacancies.ts';

type Applying = {
  isFlagged: boolean;
  mail: MailSettings;
  limit: () => Promise<void>;
  mayHaveReceipt: () => Promise<boolean>;
};

/** Call `findAccepted` first. */
export async function apply(
  trx: Trx,
  application: Pick<Tables['applications'], keyof Payload<'apply'>>,
  request: RequestKey,
  { isFlagged, mail, limit, mayHaveReceipt }: Applying,
): Promise<{ id: string; isRepeat: boolean }> {
  const stored = await storeOnce(trx, 'applications', request, isFlagged, async (row) => {
    await refuseUnlessOpen(trx, application.job);
    await limit();
    const applicant = (await applicantHash(trx))(application);
    const inserting = trx.insertInto('applications').values({ ...application, ...row, applicant });
    return inserting.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  });
  const { id, time, isRepeat } = stored;
  if (isRepeat) return stored;
  if (!isFlagged) await notifyStaff(trx, mail, time);
  await addReceipt(trx, mail, { id, email: application.email, isFlagged, mayHaveReceipt });
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

/** The message on the applicant's page goes with the status, unless there is a new one. */
export async function markApplication(
  trx: Trx,
  id: string,
  newState: string,
  message?: string | null,
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
      ...(message === undefined && row.state === state ? {} : { message_to_applicant: message ?? null }),
    })
    .where('id', '=', id)
    .execute();
  // Also queue when leaving such a status: the change may undo the one that was news.
  if (row.state !== state && (isNews(state) || isNews(row.state))) await queueNews(trx, id, row.state);
  return state;
}

/** A mass answer's messages that have not left yet. */
export const stoppable = (db: Db, which: RawBuilder<unknown>) =>
  db
    .selectFrom('replies')
    .innerJoin('applications', 'applications.id', 'replies.application')
    .innerJoin('messages', 'messages.id', 'replies.message')
    .where(sql<boolean>`${which} and ${isCallable}`)
    .where('batch', 'is not', null)
    .where('outcome', 'is', null)
    .where('again_of', 'is', null);

/**
 * Stops what has not left of a mass answer. Each application gets back its status, and the message of the newest other
 * reply. Returns how many there were.
 */
export async function stopMassAnswer(trx: Trx, which: RawBuilder<unknown>): Promise<number> {
  const columns = ['replies.id', 'replies.application', 'state_before', 'message'] as const;
  const replies = await stoppable(trx, which).select(columns).execute();
  for (const message of new Set(replies.map((reply) => reply.message)))
    await drop(trx, sql`id = ${message}`, 'it was stopped');
  const outcomes = trx.selectFrom('replies').select('outcome');
  let stopped = 0;
  for (const { id, application, state_before } of replies) {
    const row = await outcomes.where('id', '=', id).executeTakeFirst();
    // It has just left.
    if (row?.outcome !== 'dropped' || application === null) continue;
    stopped += 1;
    await takeBack(trx, application, state_before ?? 'read');
  }
  return stopped;
}

async function takeBack(trx: Trx, id: string, before: string): Promise<void> {
  const rows = trx.selectFrom('applications').select('state').where('id', '=', id);
  // A colleague has changed it while the email was at the mail server, which then refused it.
  if ((await rows.executeTakeFirst())?.state !== 'closed') return;
  const replies = trx.selectFrom('replies').select('text').where('application', '=', id);
  const valid = replies.where(sql<boolean>`coalesce(outcome, '') <> 'dropped'`);
  const newest = await valid.orderBy('created_at', 'desc').executeTakeFirst();
  await cancelNews(trx, id);
  await markApplication(trx, id, before, newest?.text ?? null);
}

/** Whoever is decided on by name does not get what has not left of a mass answer. */
const stopFor = (trx: Trx, ids: string[]) =>
  stopMassAnswer(
    trx,
    sql`replies.message in (select message from replies where application in (${sql.join(ids)}))`,
  );

/** Sets the status at somebody's press. Nobody shortlists a bot. */
export async function setStatus(
  trx: Trx,
  id: string,
  newState: string,
  person: string,
): Promise<ApplicationState> {
  await stopFor(trx, [id]);
  const state = await markApplication(trx, id, newState);
  if (state === 'shortlisted') await endPossibleBot(trx, [id], person);
  return state;
}

/** Records that somebody decided that these applications are from a person. */
export async function endPossibleBot(trx: Trx, ids: string[], person: string): Promise<void> {
  const flagged = trx.updateTable('applications').set({ flagged: 0 }).where('id', 'in', ids);
  for (const { id } of await flagged.where('flagged', '=', 1).returning('id').execute())
    await logAction(trx, person, 'marked as not a bot', { kind: 'application', id });
}

/** These applications, and the others of the same person for the same vacancy that are not closed. */
export function openOnesOf(db: Db, ids: string[]) {
  const own = sql`(${sql.join(ids)})`;
  const isCovered = sql<boolean>`(id in ${own} or state <> 'closed' and (applicant, job) in (
    select applicant, job from applications where id in ${own}))`;
  return db.selectFrom('applications').select(['id', 'state']).where(isCovered).orderBy('id').execute();
}

/**
 * Replies with one email to a person, for all their open applications for the vacancy, and sets their status; an empty
 * `state` marks new ones as read.
 */
export async function replyTo(
  trx: Trx,
  ids: string[],
  words: Words,
  state: string,
  person: Writer,
  manner: Manner = {},
) {
  await stopFor(trx, ids);
  const before = await openOnesOf(trx, ids);
  for (const row of before) {
    // Who is asked something waits for an answer, so the application cannot stay closed.
    const isReopened = manner.asks && row.state === 'closed';
    const least = row.state === 'received' || isReopened ? 'read' : row.state;
    await markApplication(trx, row.id, state || least, words.text);
    await queueNews(trx, row.id, 'replied');
  }
  const covered = before.map(({ id }) => id);
  await endPossibleBot(trx, covered, person.id);
  // It would arrive after the reply, unless that begins later.
  if (!manner.batch)
    await drop(trx, sql`kind = 'receipt' and application in (${sql.join(covered)})`, 'it was answered');
  const to = before.map((row) => ({ application: row.id, before: row.state }));
  await storeReply(trx, to, words, person, manner);
}
