import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

import { type ApplicationState, applicationStates } from '#src/contract/application-status.ts';
import * as promises from '#src/words/promises.ts';

import { fileNames } from '../attachments/attachments.ts';
import { promisedMs } from '../lib/promised.ts';
import type { Db, Tables } from '../store/schema.ts';
import { contains } from '../store/search.ts';

/** Possible bots have a tab of their own until they are closed. */
export const applicationTabs = [...applicationStates, 'bots'] as const;
export type ApplicationTab = (typeof applicationTabs)[number];

/** `tab`: all applications if undefined. */
export type ApplicationFilter = { job?: string; tab?: ApplicationTab | undefined; search?: string };

/** All rows, or `limit` rows starting at `offset`. */
export function findApplications(db: Db, filter: ApplicationFilter, limit?: number, offset = 0) {
  const rows = inOrder(filtered(db, filter), directionOf(filter)).select('description');
  return (limit === undefined ? rows : rows.limit(limit).offset(offset)).execute();
}

export const allApplications = (db: Db) => exportApplications(db, {});

/** With everything that is stored about them. */
export async function exportApplications(db: Db, filter: ApplicationFilter) {
  const rows = await inOrder(filtered(db, filter), directionOf(filter))
    .select(['internal_note as remark', 'description'])
    .execute();
  const files = await fileNames(db, 'application');
  return rows.map(({ flagged, ...row }) => ({
    ...row,
    isFlagged: flagged !== 0,
    files: files.get(row.id)?.join(', ') ?? '',
  }));
}

/** Counts the applications in each tab, for one vacancy or all. */
export async function countTabs(db: Db, job = ''): Promise<Record<ApplicationTab, number>> {
  let rows = db
    .selectFrom('applications')
    .select(({ fn }) => ['state', 'flagged', fn.countAll().as('count')]);
  if (job !== '') rows = rows.where('job', '=', job);
  const counts = { received: 0, read: 0, shortlisted: 0, closed: 0, bots: 0 };
  for (const row of await rows.groupBy(['state', 'flagged']).execute())
    counts[isPossibleBot(row) ? 'bots' : row.state] += Number(row.count);
  return counts;
}

/** True until somebody closes it or decides that it is no bot. */
export const isPossibleBot = ({ state, flagged }: { state: ApplicationState; flagged: number }) =>
  flagged !== 0 && state !== 'closed';

type Answered = { state: ApplicationState; flagged: number; answered_at: string | null; received: string };

/** True if nobody has answered within the promised time. A question is no answer. */
export function isLate({ state, flagged, answered_at, received }: Answered): boolean {
  return state !== 'closed' && flagged === 0 && answered_at === null && received < promisedSince();
}

function promisedSince(): string {
  return new Date(Date.now() - promisedMs(promises.applicationDays)).toISOString();
}

/** Those whose answer is still ours. */
const unanswered = (db: Db) =>
  db
    .selectFrom('applications')
    // Same condition as the index.
    .where(sql<boolean>`answered_at is null and state <> 'closed' and flagged = 0`);

/** Counts late applications and finds the oldest. */
export async function countLate(db: Db) {
  const late = unanswered(db).where('created_at', '<', promisedSince());
  const { count } = await late.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  const oldest = late.select(['id', 'state', 'created_at as received']).orderBy('created_at').limit(1);
  return { count: Number(count), oldest: await oldest.executeTakeFirst() };
}

/** Counts these vacancies' applications. */
export function countByVacancy(db: Db, jobs: string[], which: 'all' | 'received') {
  const all = db.selectFrom('applications');
  const rows = { all, received: all.where('state', '=', 'received').where('flagged', '=', 0) }[which];
  return countIn(rows, jobs, sql`*`);
}

/** Counts the people who wait for these vacancies' answer, each once. */
export const countWaitingPeople = (db: Db, jobs: string[]) =>
  countIn(unanswered(db), jobs, sql`distinct coalesce(applicant, id)`);

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
    .select([
      'applications.id',
      'applications.created_at as received',
      'state',
      'job as vacancy',
      'message_to_applicant as note',
      'answered_at',
      'asked_at',
    ])
    .select(['vacancies.name as vacancyName', 'applications.name', 'email', 'mobile', 'profile', 'flagged']);
}

function filtered(db: Db, { job = '', tab, search = '' }: ApplicationFilter) {
  let rows = listed(db);
  if (job !== '') rows = rows.where('job', '=', job);
  // Same condition as the index.
  if (tab === 'bots') rows = rows.where(sql<boolean>`flagged = 1 and state <> 'closed'`);
  else if (tab !== undefined) rows = rows.where('state', '=', tab);
  if (tab !== undefined && tab !== 'bots' && tab !== 'closed') rows = rows.where('flagged', '=', 0);
  if (search !== '') rows = rows.where(contains(search, 'applications.name', 'email'));
  return rows;
}

type Sorted = ReturnType<typeof filtered>;
const inOrder = (rows: Sorted, direction: 'asc' | 'desc') =>
  rows.orderBy('applications.created_at', direction).orderBy('applications.id', direction);

/** New ones oldest first, because those have waited longest; otherwise newest first. */
const directionOf = ({ tab }: ApplicationFilter) => (tab === 'received' || tab === 'bots' ? 'asc' : 'desc');

type Place = { before: number; all: number; previous: string | undefined; next: string | undefined };

/** Finds an application's place in a list. */
export async function placeIn(
  db: Db,
  filter: ApplicationFilter,
  { received, id }: { received: string; id: string },
): Promise<Place> {
  const isUp = directionOf(filter) === 'asc';
  const at = sql`(applications.created_at, applications.id)`;
  const side = (isLater: boolean) =>
    filtered(db, filter).where(sql<boolean>`${at} ${sql.raw(isLater ? '>' : '<')} (${received}, ${id})`);
  const first = async (isLater: boolean) =>
    (
      await inOrder(side(isLater), isLater ? 'asc' : 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.id;
  const count = async (rows: Sorted) => {
    const counted = rows.clearSelect().select(({ fn }) => fn.countAll().as('count'));
    return Number((await counted.executeTakeFirstOrThrow()).count);
  };
  return {
    before: await count(side(!isUp)),
    all: await count(filtered(db, filter)),
    previous: await first(!isUp),
    next: await first(isUp),
  };
}

/** Finds what else was sent from an application's address. */
export async function sentWith(db: Db, email: string) {
  const address = email.toLowerCase();
  const applications = await listed(db).where(sql`lower(email)`, '=', address).execute();
  const { count } = await db
    .selectFrom('enquiries')
    .select(({ fn }) => fn.countAll().as('count'))
    .where(sql`lower(email)`, '=', address)
    .executeTakeFirstOrThrow();
  const subscriber = db.selectFrom('subscribers').select('email').where('email_key', '=', address);
  const isSubscriber = (await subscriber.executeTakeFirst()) !== undefined;
  return { applications, enquiries: Number(count), isSubscriber };
}

/** `isAnswered`: has a reply, which nobody deletes by mistake. */
export function applicationsWith(db: Db, ids: string[]) {
  const reply = sql<number>`exists (select 1 from replies where replies.application = applications.id)`;
  const rows = listed(db).select(reply.as('isAnswered')).where('applications.id', 'in', ids);
  return rows.orderBy('applications.created_at').execute();
}

/** Applications from possible bots to which nobody has written, newest first. */
export function findBots(db: Db, since: string) {
  const rows = db.selectFrom('applications').select(['name', 'state', 'job', 'created_at']);
  const isUnwritten = sql<boolean>`not exists (select 1 from replies where replies.application = applications.id)`;
  const bots = rows.where('flagged', '=', 1).where('created_at', '>=', since).where(isUnwritten);
  return bots.orderBy('created_at', 'desc').execute();
}

export function findApplication(db: Db, id: string) {
  return listed(db)
    .select(['internal_note as remark', 'description'])
    .where('applications.id', '=', id)
    .executeTakeFirst();
}

/** Finds an application's newest receipt. Undefined if none was sent, or after a month. */
export async function receiptOf(db: Db, application: string) {
  const rows = db
    .selectFrom('messages')
    .select([
      'id as message',
      'created_at as at',
      'state as delivery',
      'ended_at as settled_at',
      'why',
      'refused_at',
    ]);
  return rows.where('application', '=', application).orderBy('created_at', 'desc').executeTakeFirst();
}
