import type { Selectable } from 'kysely';

import type { Vacancy } from '#src/contract/vacancy.ts';
import { serverErrors } from '#src/words/errors.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

import { hourMs } from '../lib/durations.ts';
import { savedText } from '../lib/links.ts';
import { spokenEnd } from '../lib/local-time.ts';
import { toHtml } from '../lib/markdown.ts';
import { Refusal } from '../lib/refusal.ts';
import { deletePictures } from '../pictures/pictures.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import { changedMeanwhile, type Replaces, refuseOverwriting } from '../store/ids.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';
import { queueAlerts } from './alerts.ts';
import { stopAnswers } from './closing.ts';
import { isOpen, openVacancies } from './open-vacancies.ts';

type VacancyRow = Omit<Selectable<Tables['vacancies']>, 'version' | 'source' | 'saved_key' | 'opened_at'>;

/** Omits fields that are null. */
function asVacancy(row: VacancyRow): Vacancy {
  const { id: _id, name, type, body, created_at: createdAt, ...others } = row;
  const { lead, location, salary, closes_at: closesAt } = others;
  const extras = Object.entries({ lead, location, salary, closesAt }).filter(([, value]) => value !== null);
  return { _id, name, type, createdAt, description: body, ...Object.fromEntries(extras) };
}

export async function listVacancies(db: Db): Promise<Vacancy[]> {
  const open = openVacancies(db).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
  return (await open.execute()).map(asVacancy);
}

export async function allVacancies(db: Db) {
  const columns = ['id', 'name', 'closed_at', 'closes_at', 'opened_at'] as const;
  const rows = await db.selectFrom('vacancies').select(columns).orderBy('created_at', 'desc').execute();
  return rows.map((row) => ({ ...row, state: vacancyState(row) }));
}

/** A draft is stored as closed, so that nothing that looks for open ones finds it. */
export function vacancyState(row: Pick<Tables['vacancies'], 'closed_at' | 'closes_at' | 'opened_at'>) {
  if (isOpen(row)) return 'open';
  return row.closed_at !== null && row.opened_at === null ? 'draft' : 'closed';
}

export async function refuseUnlessOpen(trx: Db, job: string): Promise<void> {
  const vacancy = await trx
    .selectFrom('vacancies')
    .select(['name', 'closed_at', 'closes_at', 'opened_at'])
    .where('id', '=', job)
    .executeTakeFirst();
  const isDraft = vacancy !== undefined && vacancyState(vacancy) === 'draft';
  if (vacancy !== undefined && !isDraft && isOpen(withGrace(vacancy))) return;
  const message =
    vacancy === undefined || isDraft
      ? serverErrors.noVacancy
      : serverErrors.closed(vacancy.name, sinceWhen(vacancy));
  throw new Refusal(422, message, { problems: [{ field: 'job', message }] });
}

type Ends = Pick<Tables['vacancies'], 'closed_at' | 'closes_at'>;

/** Late applications waited for a connection. Closing by hand after the last day does not refuse them. */
function withGrace({ closed_at, closes_at }: Ends): Ends {
  if (closes_at === null) return { closed_at, closes_at };
  const late = new Date(Date.parse(closes_at) + company.lateApplicationHours * hourMs);
  const isByHand = closed_at !== null && closed_at < closes_at;
  return { closed_at: isByHand ? closed_at : null, closes_at: late.toISOString() };
}

/** When late applications stop to arrive for a vacancy that closed by its date, unless that is over. */
export function graceEnd({ closes_at }: Ends): string | undefined {
  const now = new Date().toISOString();
  if (closes_at === null || closes_at > now) return undefined;
  const { closes_at: end } = withGrace({ closed_at: null, closes_at });
  return end !== null && end > now ? end : undefined;
}

function sinceWhen({ closed_at, closes_at }: Ends): string {
  if (closed_at !== null || closes_at === null) return '';
  return serverErrors.since(spokenEnd(new Date(closes_at)), site.city);
}

type TextColumn = 'id' | 'name' | 'type' | 'lead' | 'location' | 'salary' | 'source';

export type VacancyText = Pick<Tables['vacancies'], TextColumn> & {
  /** Default: unchanged, or now. */
  createdAt?: string;
  closesAt: string | null;
};

type Saving = { replaces?: Replaces; opens?: boolean };

export function openVacancy(trx: Trx, text: VacancyText, saving: Saving = {}) {
  return saveVacancy(trx, text, { ...saving, opens: true });
}

/** A new vacancy is a draft, and an existing one stays open or closed, unless `opens` is set. */
export async function saveVacancy(
  trx: Trx,
  { createdAt, closesAt, ...text }: VacancyText,
  { replaces = 'nothing', opens = false }: Saving,
) {
  const { id, name } = text;
  if (name === '' || text.type === '') throw new Refusal(422, 'The vacancy needs a title and a type.');
  const now = new Date().toISOString();
  await advisoryLock(trx, id);
  const earlier = await findVacancy(trx, id);
  refuseOverwriting(earlier, earlier?.name, replaces);
  const isOpened = opens || (earlier !== undefined && isOpen(earlier));
  if (isOpened && closesAt !== null && closesAt <= now)
    throw new Refusal(422, `The last day to apply, ${spokenEnd(new Date(closesAt))}, is in the past.`);
  const created_at = createdAt ?? earlier?.created_at ?? now;
  const source = await savedText(text.source);
  const row = {
    ...{ ...text, source, body: toHtml(source), created_at, closes_at: closesAt },
    closed_at: isOpened ? null : (earlier?.closed_at ?? now),
    opened_at: isOpened ? (earlier?.opened_at ?? now) : (earlier?.opened_at ?? null),
  };
  if (earlier === undefined) await trx.insertInto('vacancies').values(row).execute();
  else
    await trx
      .updateTable('vacancies')
      .set({ ...row, version: earlier.version + 1 })
      .where('id', '=', id)
      .execute();
  if (opens && (earlier === undefined || !isOpen(earlier))) {
    await stopAnswers(trx, id);
    await queueAlerts(trx, id, earlier?.announced_at ?? null);
  }
}

export function findVacancy(db: Db, id: string) {
  return db.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds it, and lets nobody change it before this transaction ends. */
export async function lockVacancy(trx: Trx, id: string) {
  await advisoryLock(trx, id);
  return findVacancy(trx, id);
}

export async function closeVacancy(trx: Trx, id: string): Promise<void> {
  const row = await findVacancy(trx, id);
  if (row?.closed_at !== null) throw new Refusal(409, `"${id}" is already closed.`);
  const closed_at = new Date().toISOString();
  const change = { closed_at, opened_at: row.opened_at ?? row.created_at, version: row.version + 1 };
  await trx.updateTable('vacancies').set(change).where('id', '=', id).execute();
}

export async function openSaved(trx: Trx, id: string, version: number): Promise<void> {
  const row = await findVacancy(trx, id);
  if (row === undefined || isOpen(row)) throw changedMeanwhile();
  const { name, type, lead, location, salary, source, closes_at: closesAt } = row;
  const createdAt = row.opened_at === null ? new Date().toISOString() : row.created_at;
  const text = { id, name, type, lead, location, salary, source, createdAt, closesAt };
  await openVacancy(trx, text, { replaces: { version } });
}

export async function deleteDraft(trx: Trx, id: string): Promise<void> {
  const row = await findVacancy(trx, id);
  const applied = await trx.selectFrom('applications').select('id').where('job', '=', id).executeTakeFirst();
  if (row === undefined || vacancyState(row) !== 'draft' || applied !== undefined)
    throw new Refusal(409, 'Only a draft without applications can be deleted.');
  await trx.deleteFrom('vacancies').where('id', '=', id).execute();
  await deletePictures(trx, row.body);
}
