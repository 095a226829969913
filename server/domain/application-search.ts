import { type Kysely, sql } from 'kysely';

import { promises } from '#src/content/company.ts';
import type { ApplicationState } from '#src/contract/application-status.ts';

import type { Tables } from '../db/schema.ts';

type Db = Kysely<Tables>;

/** The promised working days, in days of the calendar. */
const promisedDays = (promises.applicationDays / 5) * 7;

export type ApplicationFilter = { job?: string; state?: ApplicationState | undefined; search?: string };

/** Newest first: all, or `limit` rows from `offset` on. */
export function findApplications(db: Db, filter: ApplicationFilter, limit?: number, offset = 0) {
  const rows = filtered(db, filter);
  return (limit === undefined ? rows : rows.limit(limit).offset(offset)).execute();
}

export async function allApplications(db: Db) {
  const rows = await filtered(db, {}).select('description').execute();
  return rows.map(({ flagged, ...row }) => ({ ...row, isFlagged: flagged !== 0 }));
}

/** Those that nobody has read within the promised time, oldest first. */
export function lateApplications(db: Db, limit: number) {
  const time = new Date(Date.now() - promisedDays * 24 * 60 * 60_000).toISOString();
  return listed(db)
    .where('state', '=', 'received')
    .where('applications.created_at', '<', time)
    .orderBy('applications.created_at')
    .limit(limit)
    .execute();
}

function listed(db: Db) {
  return db
    .selectFrom('applications')
    .leftJoin('vacancies', 'vacancies.id', 'applications.job')
    .select(['applications.id', 'applications.created_at as received', 'state', 'job as vacancy', 'note'])
    .select(['vacancies.name as vacancyName', 'applications.name', 'email', 'mobile', 'profile', 'flagged']);
}

function filtered(db: Db, { job = '', state, search = '' }: ApplicationFilter) {
  let rows = listed(db);
  if (job !== '') rows = rows.where('job', '=', job);
  if (state !== undefined) rows = rows.where('state', '=', state);
  if (search !== '') {
    const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    const like = (column: 'applications.name' | 'email') =>
      sql<boolean>`lower(${sql.ref(column)}) like ${part} escape '\\'`;
    rows = rows.where((where) => where.or([like('applications.name'), like('email')]));
  }
  return rows.orderBy('applications.created_at', 'desc').orderBy('applications.id');
}

export function readApplication(db: Db, id: string) {
  return listed(db).select('description').where('applications.id', '=', id).executeTakeFirst();
}
