import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import { decideOtherwise, markApplication } from '../applicants/applications.ts';
import { reachedNobody, saidTo, standing } from '../applicants/standing.ts';
import { minuteMs } from '../lib/durations.ts';
import { spokenDay } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import {
  fillIn,
  lastSaid,
  leavesLater,
  lockApplications,
  massAnswers,
  type Said,
  storeReply,
  takeBackMassAnswers,
  type Words,
  type Writer,
} from '../replies/replies.ts';
import type { Db, Trx } from '../store/schema.ts';

/** A person of a mailbox, by the newest spelling, with the applications that a mass answer is for. */
type Person = { name: string; email: string; ids: string[] };

/** A mailbox from which somebody applied for a vacancy. `id`: of its oldest application. */
export type Mailbox = {
  id: string;
  people: Person[];
  /** What was said to whom, in words; `isUntouched`: nothing that counts. */
  notes: string[];
  isUntouched: boolean;
  /** Identifies what the page shows of it. */
  seen: string;
};

async function applicationsOf(db: Db, job: string) {
  const rows = await db
    .selectFrom('applications')
    .select([
      'id',
      'name',
      'email',
      'state',
      'state_at',
      'contact_key',
      'person_key',
      standing.as('standing'),
    ])
    .where('job', '=', job)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const said = await lastSaid(db, ids);
  return rows.map((row) => ({ ...row, said: said.get(row.id) }));
}

type Row = Awaited<ReturnType<typeof applicationsOf>>[number];

/** What a reader should know of an application before writing to its mailbox. */
function noteOn(row: Row, isOneOfSeveral: boolean): string[] {
  const since = row.state_at === null ? '' : ` on ${spokenDay(new Date(row.state_at))}`;
  const isDecided = row.state === 'shortlisted' || row.state === 'closed';
  // The other one's note says how.
  if (row.standing === 'answered with another') return [];
  const words = row.said ? saidTo(row) : isDecided && `${row.state}${since}`;
  return words ? [`${words}${isOneOfSeveral ? `, as ${row.name}` : ''}`] : [];
}

const wasSaid = (said: Said | undefined) => said !== undefined && !reachedNobody(said);

function mailboxOf(rows: Row[]): Mailbox {
  const people = new Map<string, Person>();
  for (const { id, name, email, person_key, standing } of rows) {
    if (standing === 'closed' || standing === 'answered with another') continue;
    const person = people.get(person_key) ?? { name, email, ids: [] };
    people.set(person_key, { ...person, ids: [...person.ids, id] });
  }
  const isSeveral = new Set(rows.map(({ name }) => name)).size > 1;
  return {
    id: rows.at(-1)?.id ?? '',
    people: [...people.values()],
    notes: [...new Set(rows.flatMap((row) => noteOn(row, isSeveral)))],
    isUntouched: rows.every(({ said, state }) => state !== 'shortlisted' && !wasSaid(said)),
    seen: JSON.stringify(rows.map(({ id, standing, said }) => [id, standing, said?.delivery])),
  };
}

/** Finds the mailboxes with somebody to answer. */
export async function applicantsOf(db: Db, job: string) {
  const rows = await applicationsOf(db, job);
  const mailboxes = [...Map.groupBy(rows, (row) => row.contact_key).values()].map(mailboxOf);
  return mailboxes.filter(({ people }) => people.length > 0);
}

/** The mailboxes to which nothing was said yet. */
export const untouched = 'untouched';
/** Ids of mailboxes, or `untouched`. */
export type Choice = { to: string[] };

export async function chosenOf(db: Db, job: string, { to }: Choice) {
  const mailboxes = await applicantsOf(db, job);
  const chosen = mailboxes.filter(
    ({ id, isUntouched }) => to.includes(id) || (isUntouched && to.includes(untouched)),
  );
  const people = chosen.flatMap((mailbox) => mailbox.people);
  return {
    chosen,
    people,
    /** Identifies what the page shows of them. */
    seen: createHash('sha256')
      .update(JSON.stringify(chosen.map((mailbox) => mailbox.seen)))
      .digest('base64url'),
  };
}

type Closing = Words & Choice & { job: string; vacancy: string; count: number; seen: string };

/** A mass answer begins so much later, so that it can be stopped. */
const stopMs = 5 * minuteMs;

/** Writes to the chosen people, one email each. */
export async function replyToRest(
  trx: Trx,
  { job, vacancy, to, count, seen, ...words }: Closing,
  writer: Writer,
): Promise<void> {
  await lockApplications(trx, sql`job = ${job}`);
  const { chosen, people, seen: now } = await chosenOf(trx, job, { to });
  if (people.length !== count)
    throw new Refusal(409, `There are ${people.length} people now, no longer ${count}. Please check again.`);
  if (now !== seen)
    throw new Refusal(409, 'One of them has been answered or changed in the meantime. Please check again.');
  const batch = { id: crypto.randomUUID(), due_at: new Date(Date.now() + stopMs).toISOString() };
  for (const { id, isUntouched } of chosen) if (!isUntouched) await decideOtherwise(trx, id);
  await closeAnswered(trx, job);
  for (const { ids, name } of people) {
    const applications = ids.map((application) => ({ application }));
    await storeReply(trx, applications, fillIn(words, { name, vacancy }), writer, { batch });
  }
}

/** Closes applications whose person was answered with another, unless somebody shortlisted them. */
export async function closeAnswered(trx: Trx, job: string): Promise<void> {
  const open = trx.selectFrom('applications').select('id').where('job', '=', job);
  const rows = open.where('state', '<>', 'shortlisted');
  for (const { id } of await rows.where(standing, '=', 'answered with another').execute())
    await markApplication(trx, id, 'closed');
}

/** Counts the emails to a vacancy's applicants. `from`: when those that can be stopped begin. */
export async function countReplies(db: Db, job: string) {
  const emails = await db
    .selectFrom('replies')
    .innerJoin('applications', 'applications.id', 'replies.application')
    .innerJoin('messages', 'messages.id', 'replies.message')
    .select(['message', 'messages.state'])
    .distinct()
    .where('job', '=', job)
    .execute();
  const can = (await massAnswers(db, sql`job = ${job}`)).filter(({ delivery }) => delivery === 'waiting');
  const ahead = can.filter(leavesLater).map(({ due_at }) => due_at);
  return {
    all: emails.length,
    sent: emails.filter(({ state }) => state === 'sent').length,
    open: emails.filter(({ state }) => ['waiting', 'sending'].includes(state)).length,
    stoppable: can.length,
    from: ahead.sort()[0],
  };
}

export async function stopReplies(trx: Trx, job: string): Promise<void> {
  const { before, left } = await takeBackMassAnswers(trx, sql`job = ${job}`);
  if (before === left) throw new Refusal(409, 'All of them have left already.');
}
