import { sql } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';
import * as promises from '#src/words/promises.ts';

import { fileNames } from '../attachments/attachments.ts';
import { dayMs } from '../lib/durations.ts';
import type { Db } from '../store/schema.ts';
import { contains } from '../store/search.ts';

/** The promised working days as calendar days. */
const promisedDays = (promises.applicationDays / 5) * 7;

export type ApplicationFilter = { job?: string; state?: ApplicationState | undefined; search?: string };

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

/** Counts applications by status, for one vacancy or all. */
export async function countStates(db: Db, job = ''): Promise<Record<ApplicationState, number>> {
  let rows = db.selectFrom('applications').select(({ fn }) => ['state', fn.countAll().as('count')]);
  if (job !== '') rows = rows.where('job', '=', job);
  const counts = { received: 0, read: 0, shortlisted: 0, closed: 0 };
  for (const { state, count } of await rows.groupBy('state').execute()) counts[state] = Number(count);
  return counts;
}

type Answered = { state: ApplicationState; answered_at: string | null; received: string };

/** True if nobody has answered within the promised time. */
export function isLate({ state, answered_at, received }: Answered): boolean {
  return state !== 'closed' && answered_at === null && received < promisedSince();
}

function promisedSince(): string {
  return new Date(Date.now() - promisedDays * dayMs).toISOString();
}

const unanswered = (db: Db) =>
  db
    .selectFrom('applications')
    // Same condition as the index.
    .where(sql<boolean>`state <> 'closed'`)
    .where('answered_at', 'is', null);

/** Counts late applications and finds the oldest. */
export async function countLate(db: Db) {
  const late = unanswered(db).where('created_at', '<', promisedSince());
  const { count } = await late.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  const oldest = late.select(['id', 'state', 'created_at as received']).orderBy('created_at').limit(1);
  return { count: Number(count), oldest: await oldest.executeTakeFirst() };
}

/** Counts the applications for these vacancies. */
export async function countByVacancy(
  db: Db,
  jobs: string[],
  which: 'all' | 'unanswered' | 'received',
): Promise<Map<string, number>> {
  if (jobs.length === 0) return new Map();
  const all = db.selectFrom('applications');
  const rows = { all, unanswered: unanswered(db), received: all.where('state', '=', 'received') }[which];
  const counts = rows.select(({ fn }) => ['job', fn.countAll().as('count')]).where('job', 'in', jobs);
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
    ])
    .select(['vacancies.name as vacancyName', 'applications.name', 'email', 'mobile', 'profile', 'flagged']);
}

function filtered(db: Db, { job = '', state, search = '' }: ApplicationFilter) {
  let rows = listed(db);
  if (job !== '') rows = rows.where('job', '=', job);
  if (state !== undefined) rows = rows.where('state', '=', state);
  if (search !== '') rows = rows.where(contains(search, 'applications.name', 'email'));
  return rows;
}

type Sorted = ReturnType<typeof filtered>;
const inOrder = (rows: Sorted, direction: 'asc' | 'desc') =>
  rows.orderBy('applications.created_at', direction).orderBy('applications.id', direction);

/** New ones oldest first, because those have waited longest; otherwise newest first. */
const directionOf = ({ state }: ApplicationFilter) => (state === 'received' ? 'asc' : 'desc');

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
