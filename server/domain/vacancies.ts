import type { Kysely, Selectable, Transaction } from 'kysely';

import type { Vacancy } from '#src/contract/vacancy.ts';

import type { Tables } from '../db/schema.ts';
import { dateOfDay, endOfDay, spokenEnd } from '../lusaka-time.ts';
import { queueAlerts } from './alerts.ts';
import { type ArticleFile, idOf, momentField, requiredField, textField } from './article-file.ts';
import { markContentChanged } from './content-version.ts';
import { dropPictures, type Picture, savePictures } from './pictures.ts';
import { Refusal } from './refusal.ts';
import { lockText } from './seen-keys.ts';
import { isTaken, type Replacing, refuseOverwriting } from './taken.ts';
import { isOpen, openVacancies } from './visible.ts';

export type VacancyRow = Omit<Selectable<Tables['vacancies']>, 'version' | 'source' | 'saved_key'>;

/** Without the fields that are null. */
export function asVacancy(row: VacancyRow, description = row.body): Vacancy {
  const { id: _id, name, type, created_at: createdAt, lead, location, salary, closes_at: closesAt } = row;
  const extras = Object.entries({ lead, location, salary, closesAt }).filter(([, value]) => value !== null);
  return { _id, name, type, createdAt, description, ...Object.fromEntries(extras) };
}

export async function listVacancies(db: Kysely<Tables>): Promise<Vacancy[]> {
  const open = openVacancies(db).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
  return (await open.execute()).map((row) => asVacancy(row));
}

export async function allVacancies(db: Kysely<Tables>) {
  const rows = await db.selectFrom('vacancies').selectAll().orderBy('created_at', 'desc').execute();
  return rows.map(({ body: _, ...row }) => ({ ...row, state: isOpen(row) ? 'open' : 'closed' }));
}

export async function refuseUnlessOpen(trx: Kysely<Tables>, job: string): Promise<void> {
  const vacancy = await trx
    .selectFrom('vacancies')
    .select(['name', 'closed_at', 'closes_at'])
    .where('id', '=', job)
    .executeTakeFirst();
  if (vacancy !== undefined && isOpen(vacancy)) return;
  const message =
    vacancy === undefined
      ? 'This vacancy does not exist. Please choose one from the list of open vacancies.'
      : `The vacancy "${vacancy.name}" is closed${sinceWhen(vacancy)}. Please choose another one.`;
  throw new Refusal(422, message, { problems: [{ field: 'job', message }] });
}

function sinceWhen({ closed_at, closes_at }: Pick<Tables['vacancies'], 'closed_at' | 'closes_at'>): string {
  return closed_at === null && closes_at !== null ? ` since ${spokenEnd(new Date(closes_at))} in Lusaka` : '';
}

/** `version`: the one that was edited; another one since is refused. */
export async function openVacancy(
  trx: Transaction<Tables>,
  { file, pictures }: { file: ArticleFile; pictures: Picture[] },
  { replace = false, version }: Replacing = {},
) {
  const name = requiredField(file, 'name');
  const id = idOf(file, name);
  await lockText(trx, id);
  const earlier = await trx.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirst();
  if (earlier !== undefined && !replace) throw isTaken(id, earlier.name);
  refuseOverwriting(earlier, version);
  const row = {
    id,
    name,
    type: requiredField(file, 'type'),
    lead: textField(file, 'lead'),
    location: textField(file, 'location'),
    salary: textField(file, 'salary'),
    source: file.source,
    body: file.html,
    created_at: momentField(file, 'date', dateOfDay) ?? earlier?.created_at ?? new Date().toISOString(),
    closed_at: null,
    closes_at: closingOf(file),
  };
  await savePictures(trx, pictures);
  if (earlier === undefined)
    await trx
      .insertInto('vacancies')
      .values({ ...row, told_at: null })
      .execute();
  else {
    await trx
      .updateTable('vacancies')
      .set({ ...row, version: earlier.version + 1 })
      .where('id', '=', id)
      .execute();
    await dropPictures(trx, earlier.body);
  }
  if (earlier === undefined || !isOpen(earlier)) await queueAlerts(trx, id, earlier?.told_at ?? null);
  await markContentChanged(trx);
  return { id, name, closesAt: row.closes_at };
}

export function readVacancy(db: Kysely<Tables>, id: string) {
  return db.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirst();
}

function closingOf(file: ArticleFile): string | null {
  const moment = momentField(file, 'closesAt', endOfDay);
  if (moment === null || moment > new Date().toISOString()) return moment;
  throw new Refusal(422, `closesAt: ${textField(file, 'closesAt')} is in the past.`);
}

export async function closeVacancy(trx: Transaction<Tables>, id: string): Promise<string> {
  const row = await trx.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal(404, `There is no vacancy with the id "${id}".`);
  if (!isOpen(row)) throw new Refusal(409, `"${id}" is already closed.`);
  const closed_at = new Date().toISOString();
  await trx.updateTable('vacancies').set({ closed_at }).where('id', '=', id).execute();
  await markContentChanged(trx);
  return row.name;
}
