import type { Kysely, Selectable, Transaction } from 'kysely';

import { company } from '#src/content/company.ts';
import { serverErrors } from '#src/content/server-errors.ts';
import * as site from '#src/content/site.ts';
import type { Vacancy } from '#src/contract/vacancy.ts';

import type { Tables } from '../db/schema.ts';
import { spokenEnd } from '../local-time.ts';
import { queueAlerts } from './alerts.ts';
import { checkId, type Replaces, refuseOverwriting } from './ids.ts';
import { toHtml } from './markdown.ts';
import { dropPictures, type Picture, savePictures } from './pictures.ts';
import { Refusal } from './refusal.ts';
import { lockText } from './seen-keys.ts';
import { isOpen, openVacancies } from './visible.ts';

export type VacancyRow = Omit<Selectable<Tables['vacancies']>, 'version' | 'source' | 'saved_key'>;

/** Without the fields that are null. */
function asVacancy(row: VacancyRow): Vacancy {
  const { id: _id, name, type, body, created_at: createdAt, ...others } = row;
  const { lead, location, salary, closes_at: closesAt } = others;
  const extras = Object.entries({ lead, location, salary, closesAt }).filter(([, value]) => value !== null);
  return { _id, name, type, createdAt, description: body, ...Object.fromEntries(extras) };
}

export async function listVacancies(db: Kysely<Tables>): Promise<Vacancy[]> {
  const open = openVacancies(db).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
  return (await open.execute()).map(asVacancy);
}

export async function allVacancies(db: Kysely<Tables>) {
  const rows = await db.selectFrom('vacancies').selectAll().orderBy('created_at', 'desc').execute();
  return rows.map(({ body: _, ...row }) => ({ ...row, state: isOpen(row) ? 'open' : 'closed' }));
}

export function vacancyNames(db: Kysely<Tables>) {
  return db.selectFrom('vacancies').select(['id', 'name']).orderBy('name').execute();
}

export async function refuseUnlessOpen(trx: Kysely<Tables>, job: string): Promise<void> {
  const vacancy = await trx
    .selectFrom('vacancies')
    .select(['name', 'closed_at', 'closes_at'])
    .where('id', '=', job)
    .executeTakeFirst();
  if (vacancy !== undefined && isOpen({ ...vacancy, closes_at: lastMoment(vacancy.closes_at) })) return;
  const message =
    vacancy === undefined ? serverErrors.noVacancy : serverErrors.closed(vacancy.name, sinceWhen(vacancy));
  throw new Refusal(422, message, { problems: [{ field: 'job', message }] });
}

/** For an application that waited for a connection. */
function lastMoment(closes_at: string | null): string | null {
  const late = company.lateApplicationHours * 60 * 60_000;
  return closes_at && new Date(Date.parse(closes_at) + late).toISOString();
}

function sinceWhen({ closed_at, closes_at }: Pick<Tables['vacancies'], 'closed_at' | 'closes_at'>): string {
  if (closed_at !== null || closes_at === null) return '';
  return serverErrors.since(spokenEnd(new Date(closes_at)), site.city);
}

export type VacancyText = {
  id: string;
  name: string;
  type: string;
  lead: string | null;
  location: string | null;
  salary: string | null;
  /** Markdown; names pictures by their addresses. */
  source: string;
  /** Left out: as before, or now. */
  createdAt?: string;
  closesAt: string | null;
};

export async function openVacancy(
  trx: Transaction<Tables>,
  { createdAt, closesAt, ...text }: VacancyText,
  { pictures = [], replaces = 'nothing' }: { pictures?: Picture[]; replaces?: Replaces } = {},
) {
  const { id, name } = text;
  checkId(id);
  if (name === '' || text.type === '') throw new Refusal(422, 'The vacancy needs a title and a type.');
  const now = new Date().toISOString();
  if (closesAt !== null && closesAt <= now)
    throw new Refusal(422, `The last day to apply, ${spokenEnd(new Date(closesAt))}, is in the past.`);
  await lockText(trx, id);
  const earlier = await readVacancy(trx, id);
  refuseOverwriting(earlier, earlier?.name, replaces);
  const created_at = createdAt ?? earlier?.created_at ?? now;
  const row = { ...text, body: toHtml(text.source), created_at, closed_at: null, closes_at: closesAt };
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
  return { id, name, closesAt };
}

export function readVacancy(db: Kysely<Tables>, id: string) {
  return db.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function closeVacancy(trx: Transaction<Tables>, id: string): Promise<string> {
  const row = await readVacancy(trx, id);
  if (row === undefined) throw new Refusal(404, `There is no vacancy with the id "${id}".`);
  if (!isOpen(row)) throw new Refusal(409, `"${id}" is already closed.`);
  const closed_at = new Date().toISOString();
  await trx.updateTable('vacancies').set({ closed_at }).where('id', '=', id).execute();
  return row.name;
}
