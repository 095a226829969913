import { timingSafeEqual } from 'node:crypto';

import { type DeleteQueryBuilder, type DeleteResult, type Kysely, sql, type Transaction } from 'kysely';

import {
  type ApplicationState,
  type ApplicationStatus,
  applicationStates,
} from '#src/contract/application-status.ts';
import type { Payload } from '#src/contract/forms.ts';

import { signature } from '../db/facts.ts';
import type { Tables } from '../db/schema.ts';
import { changedMeanwhile } from './ids.ts';
import { type MailSettings, notifyOfApplication } from './mail.ts';
import { Refusal } from './refusal.ts';
import { inProgress, isSeen, keyReused, lockText, type RequestKey, rememberKeys } from './seen-keys.ts';
import { refuseUnlessOpen } from './vacancies.ts';

type Db = Kysely<Tables>;

/** `id` is null if the application was deleted. */
export type Accepted = { id: string | null };

/** Treat the same text under another key as the same application for one hour (a second tab). */
const sameTextMs = 60 * 60_000;

/** Finds an earlier request with the same key and text. */
export async function findAccepted(db: Db, request: RequestKey): Promise<Accepted | undefined> {
  const rows = db.selectFrom('applications').select(['id', 'fingerprint']);
  const own = await rows.where('request_key', '=', request.key).executeTakeFirst();
  if (own !== undefined && own.fingerprint !== request.fingerprint) throw keyReused();
  if (own !== undefined || !(await isSeen(db, request))) return own;
  const same = rows.where('fingerprint', '=', request.fingerprint).orderBy('created_at', 'desc');
  return (await same.executeTakeFirst()) ?? { id: null };
}

/** Call `findAccepted` first. */
export async function apply(
  trx: Transaction<Tables>,
  application: Pick<Tables['applications'], keyof Payload<'apply'>>,
  request: RequestKey,
  { isFlagged, mail, limit }: { isFlagged: boolean; mail: MailSettings; limit: () => void },
): Promise<Accepted & { isRepeat: boolean }> {
  await lockText(trx, request.fingerprint);
  const same = await trx
    .selectFrom('applications')
    .select(['id', 'request_key'])
    .where('fingerprint', '=', request.fingerprint)
    .where('created_at', '>', new Date(Date.now() - sameTextMs).toISOString())
    .executeTakeFirst();
  if (same !== undefined) {
    if (same.request_key !== request.key) await rememberKeys(trx, [request]);
    return { id: same.id, isRepeat: true };
  }
  await refuseUnlessOpen(trx, application.job);
  limit();
  const id = crypto.randomUUID();
  const time = new Date().toISOString();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('applications')
    .values({
      id,
      ...application,
      created_at: time,
      request_key: request.key,
      fingerprint: request.fingerprint,
      flagged: Number(isFlagged),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // Another server has just stored this key.
  if (numInsertedOrUpdatedRows !== 1n) throw inProgress();
  // Send bots no receipt: they may use anybody's address.
  if (!isFlagged) await notifyOfApplication(trx, mail, { id, email: application.email, time });
  return { id, isRepeat: false };
}

/** Returns the id and 128 bits of its HMAC: the same secret for a repeated request. */
export async function secretFor(db: Db, id: string): Promise<string> {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, await signature(db, id)]).toString('base64url');
}

async function idOf(db: Db, secret: string): Promise<string | null> {
  const bytes = Buffer.from(secret, 'base64url');
  if (bytes.length !== 32) return null;
  const id = bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return timingSafeEqual(bytes.subarray(16), await signature(db, id)) ? id : null;
}

export async function readStatus(db: Db, secret: string): Promise<ApplicationStatus | undefined> {
  const row = await db
    .selectFrom('applications')
    .leftJoin('vacancies', 'vacancies.id', 'applications.job')
    .select(['job', 'applications.created_at as createdAt', 'state', 'state_at as stateAt', 'note'])
    .select('vacancies.name as jobName')
    .where('applications.id', '=', await idOf(db, secret))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { stateAt, note, jobName, ...required } = row;
  const optional = Object.entries({ stateAt, note, jobName }).filter(([, value]) => value !== null);
  return { ...required, ...Object.fromEntries(optional) };
}

export async function withdraw(trx: Transaction<Tables>, secret: string): Promise<boolean> {
  const gone = trx.deleteFrom('applications').where('id', '=', await idOf(trx, secret));
  return (await remembering(trx, gone)) > 0;
}

export function deleteApplication(trx: Transaction<Tables>, id: string): Promise<number> {
  return remembering(trx, trx.deleteFrom('applications').where('id', '=', id));
}

export function deleteApplicationsOf(trx: Transaction<Tables>, email: string): Promise<number> {
  return remembering(trx, trx.deleteFrom('applications').where(sql`lower(email)`, '=', email));
}

/** Counts applications since this time, except those of robots. */
export const countNew = (db: Db, time: string) => countSince(db, time, 0);
export const countFlagged = (db: Db, time: string) => countSince(db, time, 1);

async function countSince(db: Db, time: string, flagged: 0 | 1): Promise<number> {
  const rows = db.selectFrom('applications').where('flagged', '=', flagged).where('created_at', '>=', time);
  const { count } = await rows.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

export function deleteFlagged(trx: Transaction<Tables>, time: string): Promise<number> {
  const flagged = trx.deleteFrom('applications').where('flagged', '=', 1);
  return remembering(trx, flagged.where('created_at', '>=', time));
}

/** Deletes at most `limit`, so that visitors' writes do not wait long. */
export function deleteApplications(trx: Transaction<Tables>, time: string, limit: number): Promise<number> {
  const oldest = trx.selectFrom('applications').select('id').where('created_at', '<', time).limit(limit);
  return remembering(trx, trx.deleteFrom('applications').where('id', 'in', oldest));
}

async function remembering(
  trx: Transaction<Tables>,
  deletion: DeleteQueryBuilder<Tables, 'applications', DeleteResult>,
): Promise<number> {
  const gone = await deletion.returning(['request_key as key', 'fingerprint']).execute();
  await rememberKeys(trx, gone);
  return gone.length;
}

/** Stores a note for the company. `before`: the note as it was read. */
export async function saveRemark(trx: Transaction<Tables>, id: string, before: string, remark: string) {
  const update = trx
    .updateTable('applications')
    .set({ remark: remark || null })
    .where('id', '=', id);
  const { numUpdatedRows } = await update
    .where(sql`coalesce(remark, '')`, 'in', [before, remark])
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw changedMeanwhile();
}

/** An undefined `note` changes nothing; an empty one deletes it. */
export async function markApplication(
  trx: Transaction<Tables>,
  id: string,
  newState: string,
  note?: string,
): Promise<{ id: string; state: ApplicationState; note: string | null }> {
  const state = applicationStates.find((name) => name === newState);
  if (state === undefined)
    throw new Refusal(422, `"${newState}" is not one of the states ${applicationStates.join(', ')}.`);
  const marked = await trx
    .updateTable('applications')
    .set({
      state,
      state_at: sql`case when state = ${state} then state_at else ${new Date().toISOString()} end`,
      ...(note === undefined ? {} : { note: note.trim() || null }),
    })
    .where('id', '=', id)
    .returning(['id', 'state', 'note'])
    .executeTakeFirst();
  if (marked === undefined) throw new Refusal(404, `There is no application with the id "${id}".`);
  return marked;
}
