import { sql } from 'kysely';

import { standing } from '../applicants/standing.ts';
import { minuteMs } from '../lib/durations.ts';
import { spokenDay } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import { logAction } from '../office/log.ts';
import { takeBack } from '../outgoing/queue.ts';
import { fillIn, lastSaid, saidTo, storeReplies, type Words, type Writer } from '../replies/replies.ts';
import type { Db, Trx } from '../store/schema.ts';
import { lockApplications } from '../store/submissions.ts';

/** Who may get a mass answer. `isTicked`: unless somebody says otherwise. */
export type Candidate = {
  id: string;
  name: string;
  email: string;
  isTicked: boolean;
  /** What should be known before writing to this address. */
  notes: string[];
  /** When something last changed for this address. */
  changed: string;
};

/** More would hold everybody up. */
export const mostAtOnce = 500;
/** Among so many, most are ticked. */
export const mostListed = 2 * mostAtOnce;

/** Open applications for a vacancy, and all from their addresses; the oldest first. */
async function applicationsOf(db: Db, job: string, at: string) {
  const all = db.selectFrom('applications').where('job', '=', job).where('created_at', '<=', at);
  const inOrder = all.orderBy('created_at').orderBy('id');
  const open = inOrder.where(standing, 'not in', ['closed', 'answer on its way']);
  const listed = await open.select(['id', 'contact_key']).limit(mostListed).execute();
  const addresses = new Set(listed.map(({ contact_key }) => contact_key));
  const rows = await inOrder
    .select(['id', 'name', 'email', 'state', 'state_at', 'contact_key', 'created_at'])
    .where('contact_key', 'in', ['', ...addresses])
    .execute();
  const said = await lastSaid(
    db,
    rows.map(({ id }) => id),
  );
  const isListed = new Set(listed.map(({ id }) => id));
  return rows.map((row) => ({ ...row, said: said.get(row.id), isListed: isListed.has(row.id) }));
}

type Row = Awaited<ReturnType<typeof applicationsOf>>[number];

function decided({ said, state, state_at }: Row): string | undefined {
  if (said) return `“${said.subject}”, ${saidTo(said)}`;
  return state === 'shortlisted' ? `shortlisted on ${spokenDay(new Date(state_at ?? ''))}` : undefined;
}

/** `all`: from the same address, oldest first. */
function candidateOf(row: Row, all: Row[]): Candidate {
  const { id, name, email } = row;
  const others = all.filter((other) => other !== row);
  const as = (other: Row) => (other.name === name ? '' : `, as ${other.name}`);
  const newest = all.at(-1);
  const wroteAgain = newest && newest !== row ? `wrote again${as(newest)}` : undefined;
  const notes = [decided(row), wroteAgain, ...others.map((one) => decided(one)?.concat(as(one)))];
  const times = all.flatMap(({ created_at, state_at, said }) => [created_at, state_at ?? '', said?.at ?? '']);
  const isTicked = newest === row && all.every((one) => decided(one) === undefined);
  return {
    id,
    name,
    email,
    isTicked,
    notes: notes.flatMap((note) => note ?? []),
    changed: times.sort().at(-1) ?? '',
  };
}

/** Finds whoever may get a mass answer, those who wait longest first. Nobody who applied after the time `at`. */
export async function candidatesOf(db: Db, job: string, at: string): Promise<Candidate[]> {
  const rows = await applicationsOf(db, job, at);
  const byAddress = Map.groupBy(rows, ({ contact_key }) => contact_key);
  return rows
    .filter(({ isListed }) => isListed)
    .map((row) => candidateOf(row, byAddress.get(row.contact_key) ?? []));
}

/** All who are ticked unless somebody says otherwise. */
export const ticked = 'ticked';
/** `to`: ids, or `ticked`. `at`: when the page was made. */
export type Choice = { job: string; to: string[]; at: string };

/** Those of the choice for whose address nothing has changed since its page was made. */
export async function chosenOf(db: Db, { job, to, at }: Choice): Promise<Candidate[]> {
  const wanted = new Set(to);
  return (await candidatesOf(db, job, at)).filter(
    ({ id, isTicked, changed }) => changed <= at && (wanted.has(id) || (isTicked && wanted.has(ticked))),
  );
}

/** Locks a vacancy's applications and finds the chosen ones; refuses another number than the page said. */
async function lockChosen(trx: Trx, choice: Choice, count: number): Promise<Candidate[]> {
  await lockApplications(trx, sql`job = ${choice.job}`);
  const chosen = await chosenOf(trx, choice);
  if (chosen.length === count) return chosen;
  const people = chosen.length === 1 ? '1 person' : `${chosen.length} people`;
  throw new Refusal(409, `${people} now, no longer ${count}. Please check again.`);
}

/** A mass answer begins so much later, so that it can be stopped. */
const stopMs = 5 * minuteMs;

/** Writes to the chosen people; each application is closed once its email has left. */
export async function answerChosen(
  trx: Trx,
  choice: Choice & { count: number; vacancy: string },
  words: Words,
  writer: Writer,
): Promise<void> {
  const { vacancy } = choice;
  const chosen = await lockChosen(trx, choice, choice.count);
  const batch = { id: crypto.randomUUID(), due_at: new Date(Date.now() + stopMs).toISOString() };
  const replies = chosen.map(({ id, name }) => ({ application: id, ...fillIn(words, { name, vacancy }) }));
  await storeReplies(trx, replies, writer, { after: 'closed', batch });
}

export async function closeChosen(trx: Trx, choice: Choice & { count: number }, person: string) {
  const ids = (await lockChosen(trx, choice, choice.count)).map(({ id }) => id);
  const closed = { state: 'closed', state_at: new Date().toISOString() } as const;
  await trx.updateTable('applications').set(closed).where('id', 'in', ids).execute();
  for (const id of ids) await logAction(trx, person, 'closed', { kind: 'application', id });
}

/** Answers of mass answers that are not said yet, the next one first. `isHeld`: is being sent, or may have arrived. */
export async function answersOnTheirWay(db: Db, job?: string) {
  const rows = db
    .selectFrom('messages')
    .innerJoin('replies', 'replies.message', 'messages.id')
    .innerJoin('applications', 'applications.id', 'replies.application')
    .select(['job', 'applications.id', 'applications.name', 'due_at', 'messages.state', 'silent'])
    .where('messages.state', 'in', ['waiting', 'sending'])
    .where('kind', '=', 'reply')
    .where('ended_at', 'is', null)
    .where('batch', 'is not', null)
    .orderBy('due_at');
  const own = await (job === undefined ? rows : rows.where('job', '=', job)).execute();
  return own.map(({ state, silent, ...row }) => ({ ...row, isHeld: state === 'sending' || silent === 1 }));
}

/** Takes back what waits of a vacancy's mass answers. What was tried without an answer may have arrived, and stays. */
export async function stopAnswers(trx: Trx, job: string): Promise<number> {
  const own = sql`select message from replies join applications on applications.id = replies.application
    where job = ${job} and batch is not null`;
  const gone = await takeBack(
    trx,
    sql`kind = 'reply' and ended_at is null and silent = 0 and messages.id in (${own})`,
  );
  return gone.length;
}
