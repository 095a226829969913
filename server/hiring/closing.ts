import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';

import { minuteMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';
import { logAction } from '../office/log.ts';
import { fillIn, type Words, type Writer } from '../replies/replies.ts';
import type { Db, Trx } from '../store/schema.ts';
import { markApplication, replyTo, stopMassAnswer, stoppable } from './applications.ts';

const order: ApplicationState[] = ['received', 'read', 'shortlisted', 'closed'];

/** Groups of people who are chosen together; possible bots get no email. */
export const groups = ['received', 'read', 'asked', 'shortlisted', 'bots'] as const;
export type Group = (typeof groups)[number];

/** A person who applied for a vacancy, with their open applications. */
export type Applicant = {
  key: string;
  name: string;
  email: string;
  /** The furthest. */
  state: ApplicationState;
  /** `answered`: chosen by name. */
  group: Group | 'answered';
  /** Times of the last answer and the last question. */
  answered_at: string | null;
  asked_at: string | null;
  /** When another of their applications was closed. */
  closed_at: string | null;
  /** Newest first. */
  ids: string[];
};

type Bot = { id: string; name: string; email: string };

function byPerson<Row extends { key: string }>(rows: Row[]): Map<string, Row[]> {
  const persons = new Map<string, Row[]>();
  for (const row of rows) persons.set(row.key, [...(persons.get(row.key) ?? []), row]);
  return persons;
}

/** Finds the people with an open application, and the applications from possible bots. */
export async function applicantsOf(db: Db, job: string): Promise<{ people: Applicant[]; bots: Bot[] }> {
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'name', 'email', 'state', 'state_at', 'answered_at', 'asked_at', 'flagged'])
    .select(sql<string>`coalesce(applicant, id)`.as('key'))
    .where('job', '=', job)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const open = rows.filter(({ state }) => state !== 'closed');
  const persons = open.filter(({ flagged }) => flagged === 0);
  const closed = byPerson(rows.filter(({ state }) => state === 'closed'));
  const people = [...byPerson(persons)].map(([key, own]) => {
    const newest = (column: 'answered_at' | 'asked_at') =>
      own.reduce<string | null>(
        (last, row) => ((row[column] ?? '') > (last ?? '') ? row[column] : last),
        null,
      );
    const state = order.findLast((one) => own.some((row) => row.state === one)) ?? 'received';
    const asked_at = newest('asked_at');
    const undecided = asked_at === null || state === 'shortlisted' ? state : 'asked';
    const isAnswered = own.every(({ answered_at }) => answered_at !== null);
    const others = closed.get(key) ?? [];
    return {
      ...{ key, name: own[0]?.name ?? '', email: own[0]?.email ?? '', state },
      group: isAnswered ? ('answered' as const) : (undecided as Group),
      ...{ answered_at: newest('answered_at'), asked_at },
      closed_at:
        others
          .map(({ state_at }) => state_at)
          .sort()
          .at(-1) ?? null,
      ids: own.map(({ id }) => id),
    };
  });
  const known = new Set(people.map(({ key }) => key));
  // A reply to the person covers their flagged applications.
  return { people, bots: open.filter(({ key, flagged }) => flagged !== 0 && !known.has(key)) };
}

type Choice = { groups: Group[]; named: string[] };

/** Selects the recipients: people in these groups and answered people who are named; and the bots to close. */
export async function chosenOf(db: Db, job: string, { groups, named }: Choice) {
  const { people, bots } = await applicantsOf(db, job);
  const chosen = people.filter(({ key, group }) =>
    group === 'answered' ? named.includes(key) : groups.includes(group),
  );
  return { chosen, bots: groups.includes('bots') ? bots : [] };
}

/** Identifies what the page shows of them. */
export function seenOfAll({ chosen, bots }: { chosen: Applicant[]; bots: Bot[] }): string {
  const facts = chosen.map(({ key, state, group, answered_at, asked_at, ids }) =>
    JSON.stringify([key, state, group, answered_at, asked_at, ids.length]),
  );
  const all = [...facts, ...bots.map(({ id }) => id)].sort();
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}

type Closing = Words & Choice & { job: string; vacancy: string; count: number; seen: string };

/** A mass reply begins so much later, so that it can be stopped. */
export const stopMs = 5 * minuteMs;

/** Closes the applications of the chosen people, with one email each, and of possible bots. */
export async function replyToRest(
  trx: Trx,
  { job, vacancy, groups, named, count, seen, ...words }: Closing,
  writer: Writer,
) {
  const locked = trx.updateTable('applications').set(({ ref }) => ({ state: ref('state') }));
  await locked.where('job', '=', job).execute();
  const { chosen, bots } = await chosenOf(trx, job, { groups, named });
  if (chosen.length !== count)
    throw new Refusal(409, `There are ${chosen.length} people now, no longer ${count}. Please check again.`);
  if (seenOfAll({ chosen, bots }) !== seen)
    throw new Refusal(409, 'One of them has been answered or changed in the meantime. Please check again.');
  const batch = { id: crypto.randomUUID(), due_at: new Date(Date.now() + stopMs).toISOString() };
  for (const { ids, name } of chosen)
    await replyTo(trx, ids, fillIn(words, { name, vacancy }), 'closed', writer, { batch });
  for (const { id } of bots) {
    await markApplication(trx, id, 'closed');
    await logAction(trx, writer.id, 'closed', { kind: 'application', id });
  }
}

/** Counts the replies to a vacancy's applicants, those that were sent and those that can be stopped. `from`: when these begin. */
export async function countReplies(db: Db, job: string) {
  const rows = await db
    .selectFrom('replies')
    .innerJoin('applications', 'applications.id', 'replies.application')
    .select(['message', 'outcome'])
    .distinct()
    .where('job', '=', job)
    .where(sql<boolean>`coalesce(outcome, '') <> 'dropped'`)
    .execute();
  const left = stoppable(db, sql`job = ${job}`).select(['message', 'due_at', 'first_at']);
  const waiting = await left.distinct().execute();
  const untried = waiting.filter(({ first_at }) => first_at === null);
  const from = untried.map(({ due_at }) => due_at).sort()[0];
  return {
    all: rows.length,
    sent: rows.filter(({ outcome }) => outcome === 'sent').length,
    open: rows.filter(({ outcome }) => outcome === null).length,
    stoppable: waiting.length,
    from: from !== undefined && from > new Date().toISOString() ? from : undefined,
  };
}

/** Stops what has not left of a mass reply to a vacancy's applicants. */
export async function stopReplies(trx: Trx, job: string): Promise<void> {
  if ((await stopMassAnswer(trx, sql`job = ${job}`)) === 0)
    throw new Refusal(409, 'All of them have left already.');
}
