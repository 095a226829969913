import { type SelectQueryBuilder, sql } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';
import * as promises from '#src/words/promises.ts';

import { fileNames } from '../attachments/attachments.ts';
import { workingDaysMs } from '../lib/durations.ts';
import { lastSaid, saidTo } from '../replies/replies.ts';
import { contactKey, containing } from '../store/contact-key.ts';
import { countRows, readAll, readPage, type Wanted } from '../store/keyset-pages.ts';
import type { Db, Tables } from '../store/schema.ts';
import { isWaiting, note, type Standing, standing, waits } from './standing.ts';

/** `tab`: all applications if undefined. */
export type ApplicationFilter = { job?: string; tab?: ApplicationState | undefined; search?: string };

export function vacancyNames(db: Db) {
  return db.selectFrom('vacancies').select(['id', 'name']).orderBy('name').execute();
}

const orderOf = (filter: ApplicationFilter) => ({
  at: sql.ref<string>('applications.created_at'),
  id: sql.ref<string>('applications.id'),
  text: sql.ref<string>('search_text'),
  isUp: isOldestFirst(filter),
});

export function pageOfApplications(db: Db, filter: ApplicationFilter, wanted: Wanted) {
  return readPage(
    filtered(db, filter).clearSelect(),
    orderOf(filter),
    { matches: containing(filter.search ?? ''), ...wanted },
    async (ids) =>
      withSaid(db, await listed(db).select('description').where('applications.id', 'in', ids).execute()),
  );
}

async function withSaid<Row extends { id: string }>(db: Db, rows: Row[]) {
  const all = await lastSaid(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, said: saidTo(all.get(row.id)) }));
}

export async function wholeApplications(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  const own = listed(db).select([note.as('note'), 'internal_note as remark', 'description']);
  const rows = await withSaid(db, await own.where('applications.id', 'in', ids).execute());
  const files = await fileNames(db, 'application', ids);
  return rows.map(({ said = '', ...row }) => ({ ...row, said, files: files.get(row.id) ?? '' }));
}

export function exportApplications(db: Db, filter: ApplicationFilter) {
  const list = filtered(db, filter).clearSelect();
  const wanted = { matches: containing(filter.search ?? '') };
  return readAll(list, orderOf(filter), wanted, (ids) => wholeApplications(db, ids));
}

export async function countTabs(db: Db, job = ''): Promise<Record<ApplicationState, number>> {
  const rows = db.selectFrom('applications').select(({ fn }) => [tab.as('tab'), fn.countAll().as('count')]);
  const own = job === '' ? rows : rows.where('job', '=', job);
  const counts = { received: 0, read: 0, shortlisted: 0, closed: 0 };
  for (const { tab: state, count } of await own.groupBy(tab).execute()) counts[state] = Number(count);
  return counts;
}

/** True if nobody has answered within the promised time. A question is no answer. */
export const isLate = ({ standing, received }: { standing: Standing; received: string }) =>
  waits(standing) && received < promisedSince();

function promisedSince(): string {
  return new Date(Date.now() - workingDaysMs(promises.applicationDays)).toISOString();
}

export async function countLate(db: Db) {
  const late = db.selectFrom('applications').where('created_at', '<', promisedSince()).where(isWaiting);
  const oldest = late.select(['id', 'state', 'created_at as received']).orderBy('created_at').limit(1);
  return { count: await countRows(late), oldest: await oldest.executeTakeFirst() };
}

export const countAll = (db: Db, jobs: string[]) => countIn(db.selectFrom('applications'), jobs);

export const countNew = (db: Db, jobs: string[]) =>
  countIn(db.selectFrom('applications').where(tab, '=', 'received'), jobs);

/** Counts those who wait for these vacancies' answer. */
export const countUnanswered = (db: Db, jobs: string[]) =>
  countIn(db.selectFrom('applications').where(isWaiting), jobs);

async function countIn(
  rows: SelectQueryBuilder<Tables, 'applications', object>,
  jobs: string[],
): Promise<Map<string, number>> {
  if (jobs.length === 0) return new Map();
  const counts = rows.select(({ fn }) => ['job', fn.countAll().as('count')]).where('job', 'in', jobs);
  return new Map((await counts.groupBy('job').execute()).map(({ job, count }) => [job, Number(count)]));
}

function listed(db: Db) {
  return db
    .selectFrom('applications')
    .leftJoin('vacancies', 'vacancies.id', 'applications.job')
    .select(['applications.id', 'applications.created_at as received', 'state', 'job as vacancy'])
    .select([standing.as('standing'), tab.as('tab'), 'vacancies.name as vacancyName', 'applications.name'])
    .select(['email', 'mobile', 'profile']);
}

/** The tab of the lists: whoever gets an answer in a moment is not new. */
const tab = sql<ApplicationState>`case when applications.state = 'received' and ${standing} <> 'new' then 'read'
  else applications.state end`;

/** Without its search. */
function filtered(db: Db, { job = '', tab: wanted }: ApplicationFilter) {
  let rows = listed(db);
  if (job !== '') rows = rows.where('job', '=', job);
  if (wanted !== undefined) rows = rows.where(tab, '=', wanted);
  if (wanted !== undefined && wanted !== 'read') rows = rows.where('state', '=', wanted);
  return rows;
}

/** New ones oldest first, because those have waited longest; otherwise newest first. */
const isOldestFirst = ({ tab }: ApplicationFilter) => tab === 'received';

type Place = { before: number; all: number; previous: string | undefined; next: string | undefined };

export async function placeIn(
  db: Db,
  filter: ApplicationFilter,
  { received, id }: { received: string; id: string },
): Promise<Place> {
  const isUp = isOldestFirst(filter);
  const at = sql`(applications.created_at, applications.id)`;
  const side = (isLater: boolean) =>
    filtered(db, filter).where(sql<boolean>`${at} ${sql.raw(isLater ? '>' : '<')} (${received}, ${id})`);
  const first = async (isLater: boolean) => {
    const direction = isLater ? 'asc' : 'desc';
    const rows = side(isLater).orderBy('applications.created_at', direction);
    return (await rows.orderBy('applications.id', direction).limit(1).executeTakeFirst())?.id;
  };
  return {
    before: await countRows(side(!isUp)),
    all: await countRows(filtered(db, filter)),
    previous: await first(!isUp),
    next: await first(isUp),
  };
}

export async function applicationsFrom(db: Db, email: string) {
  return withSaid(db, await listed(db).where('contact_key', '=', contactKey(email)).execute());
}

/** `isAnswered`: has a reply, which nobody deletes by mistake. */
export function applicationsWith(db: Db, ids: string[]) {
  const reply = sql<number>`exists (select 1 from replies where replies.application = applications.id)`;
  const rows = listed(db).select(reply.as('isAnswered')).where('applications.id', 'in', ids);
  return rows.orderBy('applications.created_at').execute();
}

export async function findApplication(db: Db, id: string) {
  const own = listed(db).select([note.as('note'), 'internal_note', 'description']);
  const [row] = await withSaid(db, await own.where('applications.id', '=', id).execute());
  return row;
}

/** Finds an application's receipt. Undefined if there was none. */
export async function receiptOf(db: Db, application: string) {
  const rows = db
    .selectFrom('messages')
    .select(['id as message', 'created_at as at', 'state as delivery', 'ended_at', 'why'])
    .select(['due_at', 'first_at', 'attempts']);
  const row = await rows
    .where('about', '=', application)
    .where('kind', '=', 'receipt')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row && { ...row, batch: null, phoned_at: null };
}
