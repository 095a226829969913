import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';
import * as promises from '#src/words/promises.ts';

import { fileNames } from '../attachments/attachments.ts';
import { workingDaysMs } from '../lib/durations.ts';
import { lastSaid } from '../replies/replies.ts';
import { contactKey, containing } from '../store/contact-key.ts';
import { countRows, readAll, readPage, type Wanted } from '../store/pages.ts';
import type { Db, Tables } from '../store/schema.ts';
import { isDealtWith, isWaiting, note, ofMany, type Standing, saidTo, standing, waits } from './standing.ts';

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

async function withSaid<Row extends { id: string; state: ApplicationState; standing: Standing }>(
  db: Db,
  rows: Row[],
) {
  const ids = rows.map(({ id }) => id);
  const all = await lastSaid(db, ids);
  return rows.map((row) => ({ ...row, said: saidTo({ ...row, said: all.get(row.id) }) }));
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
  const ofJob = job === '' ? sql<boolean>`true` : sql<boolean>`job = ${job}`;
  const dealtWith = unread(db)
    .where(ofMany.isDealtWith)
    .where(ofJob)
    .select(({ fn }) => fn.countAll().as('count'));
  // Counts what is unread and dealt with apart, so that an index alone answers the rest.
  const rows = await db
    .selectFrom('applications')
    .select(({ fn }) => ['state', fn.countAll().as('count'), dealtWith.as('dealtWith')])
    .where(ofJob)
    .groupBy('state')
    .execute();
  const counts = { received: 0, read: 0, shortlisted: 0, closed: 0 };
  for (const { state, count } of rows) counts[state] = Number(count);
  const read = Number(rows[0]?.dealtWith ?? 0);
  return { ...counts, received: counts.received - read, read: counts.read + read };
}

const unread = (db: Db) => db.selectFrom('applications').where('state', '=', 'received');

/** True if nobody has answered within the promised time. A question is no answer. */
export const isLate = ({ standing, received }: { standing: Standing; received: string }) =>
  waits(standing) && received < promisedSince();

function promisedSince(): string {
  return new Date(Date.now() - workingDaysMs(promises.applicationDays)).toISOString();
}

const unanswered = (db: Db) => db.selectFrom('applications').where(isWaiting);

export async function countLate(db: Db) {
  const old = db.selectFrom('applications').where('created_at', '<', promisedSince());
  const oldest = old.where(isWaiting).select(['id', 'state', 'created_at as received']);
  const first = await oldest.orderBy('created_at').limit(1).executeTakeFirst();
  return { count: await countRows(old.where(ofMany.isWaiting)), oldest: first };
}

export function countByVacancy(db: Db, jobs: string[], which: 'all' | 'received') {
  const isNew = sql<boolean>`not ${isDealtWith}`;
  const rows = { all: db.selectFrom('applications'), received: unread(db).where(isNew) }[which];
  return countIn(rows, jobs, sql`*`);
}

/** Counts the people who wait for these vacancies' answer, each once. */
export const countWaitingPeople = (db: Db, jobs: string[]) =>
  countIn(unanswered(db), jobs, sql`distinct contact_key || ' ' || person_key`);

async function countIn(
  rows: SelectQueryBuilder<Tables, 'applications', object>,
  jobs: string[],
  what: RawBuilder<unknown>,
): Promise<Map<string, number>> {
  if (jobs.length === 0) return new Map();
  const counts = rows.select(['job', sql<number>`count(${what})`.as('count')]).where('job', 'in', jobs);
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

const tab = sql<ApplicationState>`case when state = 'received' and ${isDealtWith} then 'read' else state end`;

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

export function applicationsFrom(db: Db, email: string) {
  return listed(db).where('contact_key', '=', contactKey(email)).execute();
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
  return row && { ...row, asks: 0, batch: null, phoned_at: null };
}
