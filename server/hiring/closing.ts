import { createHash } from 'node:crypto';

import type { ApplicationState } from '#src/contract/application-status.ts';

import { Refusal } from '../lib/refusal.ts';
import { fillIn, type Words, type Writer } from '../replies/replies.ts';
import type { Db, Trx } from '../store/schema.ts';
import { markApplication, replyTo } from './applications.ts';

const order: ApplicationState[] = ['received', 'read', 'shortlisted', 'closed'];

/** A person who applied for a vacancy, identified by address and name. `state`: that of the application that got furthest. `ids`: newest first. */
export type Applicant = {
  key: string;
  name: string;
  email: string;
  state: ApplicationState;
  /** Time of the last answer. */
  answered_at: string | null;
  ids: string[];
};

/** Finds people with an application that is not closed, and the ids of applications from possible bots. */
export async function applicantsOf(db: Db, job: string) {
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'name', 'email', 'state', 'answered_at', 'flagged'])
    .where('job', '=', job)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const people = new Map<string, Applicant>();
  for (const { id, name, email, state, answered_at } of rows.filter(({ flagged }) => flagged === 0)) {
    const key = JSON.stringify([email, name].map((text) => text.trim().toLowerCase()));
    const known = people.get(key) ?? { key, name, email, state, answered_at, ids: [] };
    const isFurther = order.indexOf(state) > order.indexOf(known.state);
    const latest = (known.answered_at ?? '') > (answered_at ?? '') ? known.answered_at : answered_at;
    people.set(key, {
      ...known,
      state: isFurther ? state : known.state,
      answered_at: latest,
      ids: [...known.ids, id],
    });
  }
  const robots = rows.filter(({ flagged, state }) => flagged !== 0 && state !== 'closed');
  return {
    people: [...people.values()].filter(({ state }) => state !== 'closed'),
    robots: robots.map(({ id }) => id),
  };
}

/** Selects the recipients: unanswered people in these states, and answered people who are named. */
export const chosenOf = (people: Applicant[], states: ApplicationState[], named: string[]) =>
  people.filter(({ key, state, answered_at }) =>
    answered_at === null ? states.includes(state) : named.includes(key),
  );

/** Identifies what the page shows of these people. */
export function seenOfAll(people: Applicant[]): string {
  const facts = people.map(({ key, state, answered_at, ids }) => [key, state, answered_at, ids.length]);
  return createHash('sha256').update(JSON.stringify(facts.sort())).digest('base64url');
}

type Closing = Words & {
  job: string;
  vacancy: string;
  states: ApplicationState[];
  named: string[];
  count: number;
  seen: string;
};

/** Closes the applications of the chosen people, with one email each, and of possible bots. */
export async function replyToRest(
  trx: Trx,
  { job, vacancy, states, named, count, seen, ...words }: Closing,
  writer: Writer,
) {
  const locked = trx.updateTable('applications').set(({ ref }) => ({ state: ref('state') }));
  await locked.where('job', '=', job).execute();
  const { people, robots } = await applicantsOf(trx, job);
  const chosen = chosenOf(people, states, named);
  if (chosen.length !== count)
    throw new Refusal(409, `There are ${chosen.length} people now, no longer ${count}. Please check again.`);
  if (seenOfAll(chosen) !== seen)
    throw new Refusal(409, 'One of them has been answered or changed in the meantime. Please check again.');
  for (const { ids, name } of chosen)
    await replyTo(trx, ids, fillIn(words, { name, vacancy }), 'closed', writer);
  for (const id of robots) await markApplication(trx, id, 'closed');
}

/** Counts the replies to a vacancy's applicants, by what has become of them. */
export async function countReplies(
  db: Db,
  job: string,
): Promise<{ all: number; sent: number; open: number }> {
  const rows = await db
    .selectFrom('replies')
    .innerJoin('applications', 'applications.id', 'replies.application')
    .select(['message', 'outcome'])
    .distinct()
    .where('job', '=', job)
    .execute();
  const count = (wanted: string | null) => rows.filter(({ outcome }) => outcome === wanted).length;
  return { all: rows.length, sent: count('sent'), open: count(null) };
}
