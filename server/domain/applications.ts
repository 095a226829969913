import { timingSafeEqual } from 'node:crypto';

import { type Kysely, sql, type Transaction } from 'kysely';

import {
  type ApplicationState,
  type ApplicationStatus,
  applicationStates,
} from '#src/contract/application-status.ts';
import type { Payload } from '#src/contract/forms.ts';

import { signature } from '../db/facts.ts';
import type { Tables } from '../db/schema.ts';
import { changedMeanwhile } from './ids.ts';
import { addReceipt, type MailSettings, notifyCompany } from './mail.ts';
import { countReceived, deleteOne, remembering, storeOnce } from './received.ts';
import { Refusal } from './refusal.ts';
import type { RequestKey } from './seen-keys.ts';
import { refuseUnlessOpen } from './vacancies.ts';

type Db = Kysely<Tables>;

/** Call `findAccepted` first. */
export async function apply(
  trx: Transaction<Tables>,
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
  await notifyCompany(trx, mail, time);
  // Send bots no receipt: they may use anybody's address.
  await addReceipt(trx, mail, { id, email: application.email });
  return stored;
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
  return (await deleteOne(trx, 'applications', await idOf(trx, secret))) > 0;
}

export const countFlagged = (db: Db, time: string) => countReceived(db, 'applications', time, 1);

export function deleteFlagged(trx: Transaction<Tables>, time: string): Promise<number> {
  const flagged = trx.deleteFrom('applications').where('flagged', '=', 1);
  return remembering(trx, flagged.where('created_at', '>=', time));
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
