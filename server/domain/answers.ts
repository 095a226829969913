import { createHash } from 'node:crypto';

import type { Kysely, Transaction } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';

import type { Tables } from '../db/schema.ts';
import { spokenMoment } from '../local-time.ts';
import { markApplication } from './applications.ts';
import type { Mail, Outcome } from './mail.ts';
import { Refusal } from './refusal.ts';
import { leaseMs } from './repeat.ts';

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;

export type Words = { subject: string; text: string };
/** `byEmail`: false if the server sends no email; the applicant then sees the answer only at their link. */
type Sender = { person: string; byEmail: boolean };

export function fillIn(words: Words, { name, vacancy }: { name: string; vacancy: string }): Words {
  const fill = (text: string) => text.replaceAll('{name}', name).replaceAll('{vacancy}', vacancy);
  return { subject: fill(words.subject), text: fill(words.text) };
}

export function refuseEmpty({ subject, text }: Words): void {
  if (subject === '' || text === '') throw new Refusal(422, 'Write a subject and a text.');
}

function lastAnswer(db: Db, application: string) {
  const rows = db.selectFrom('answers').select(['id', 'person', 'created_at']);
  return rows.where('application', '=', application).orderBy('created_at', 'desc').executeTakeFirst();
}

/** Identifies what a page shows of an application, so that no button undoes a colleague's later change. */
export async function seenOf(db: Db, id: string, state: ApplicationState): Promise<string> {
  return `${state}:${(await lastAnswer(db, id))?.id ?? ''}`;
}

export async function refuseChanged(trx: Trx, id: string, seen: string, person: string): Promise<void> {
  // Lock the row, so that nobody answers it before this transaction ends.
  const locked = trx.updateTable('applications').set(({ ref }) => ({ state: ref('state') }));
  const row = await locked.where('id', '=', id).returning('state').executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'This application no longer exists.');
  if (seen === (await seenOf(trx, id, row.state))) return;
  const last = await lastAnswer(trx, id);
  if (last === undefined || seen.endsWith(`:${last.id}`))
    throw new Refusal(409, 'A colleague has changed the status in the meantime. Open the application again.');
  const whose = last.person === person ? 'Your' : "A colleague's";
  const time = spokenMoment(new Date(last.created_at)).replace('today, ', '');
  throw new Refusal(409, `${whose} email of ${time} is on its way. Read it before you write another.`);
}

/** Stores an answer, the new state and the email. */
export async function answer(trx: Trx, ids: string[], words: Words, state: string, sender: Sender) {
  refuseEmpty(words);
  const created_at = new Date().toISOString();
  const mail = sender.byEmail ? crypto.randomUUID() : null;
  for (const application of ids) {
    const { state: before } = await trx
      .selectFrom('applications')
      .select('state')
      .where('id', '=', application)
      .executeTakeFirstOrThrow();
    await markApplication(trx, application, state || before, words.text);
    const row = { id: crypto.randomUUID(), application, person: sender.person, created_at };
    await trx
      .insertInto('answers')
      .values({ ...row, ...words, mail, state_before: before })
      .execute();
  }
  if (mail === null) return;
  const row = { id: mail, kind: 'answer' as const, created_at, due_at: created_at, tries: 0 };
  await trx.insertInto('mail').values(row).execute();
}

/** Stores the outcome once no email of the answer is waiting. */
export async function noteAnswer(trx: Trx, mail: Mail, outcome: Outcome): Promise<void> {
  const waiting = trx
    .selectFrom('mail')
    .select('id')
    .where('id', '=', mail.id)
    .where('due_at', 'is not', null);
  await trx
    .updateTable('answers')
    .set({ outcome: outcome === 'sent' ? 'sent' : 'refused', settled_at: new Date().toISOString() })
    .where('mail', '=', mail.id)
    .where(({ not, exists }) => not(exists(waiting)))
    .execute();
}

/** The answers to an application, and whether their emails were sent. */
export async function answersTo(db: Db, application: string) {
  const rows = await db
    .selectFrom('answers')
    .leftJoin('mail', 'mail.id', 'answers.mail')
    .leftJoin('people', 'people.id', 'answers.person')
    .select(['answers.id', 'answers.created_at as at', 'answers.subject', 'text', 'outcome', 'settled_at'])
    .select(['answers.mail', 'people.email', 'mail.due_at', 'mail.claimed_at'])
    .where('answers.application', '=', application)
    .execute();
  return rows.map(({ mail, due_at, claimed_at, ...row }) => {
    const isClaimed = claimed_at !== null && Date.parse(claimed_at) > Date.now() - leaseMs;
    const unsettled = due_at !== null || isClaimed ? ('waiting' as const) : ('perhaps' as const);
    return { ...row, delivery: mail === null ? ('shown' as const) : (row.outcome ?? unsettled) };
  });
}

/** The receipt of an application; undefined where there was none, or a month later. */
export async function receiptOf(db: Db, application: string) {
  const rows = db.selectFrom('mail').select(['created_at as at', 'due_at', 'problem', 'claimed_at']);
  const row = await rows.where('application', '=', application).executeTakeFirst();
  if (row === undefined) return undefined;
  const { at, due_at, problem, claimed_at: settled_at } = row;
  const settled = problem === null ? ('sent' as const) : ('refused' as const);
  return { at, settled_at, delivery: due_at === null ? settled : ('waiting' as const) };
}

/** Groups the applications in these states by address, newest first; those of robots apart. */
export async function restOf(db: Db, job: string, states: ApplicationState[]) {
  const rest = await db
    .selectFrom('applications')
    .select(['id', 'name', 'email', 'state', 'note', 'flagged'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('mail')
          .select('mail.id')
          .whereRef('mail.application', '=', 'applications.id')
          .where('due_at', 'is', null)
          .where('problem', 'is', null),
      ).as('hasReceipt'),
    )
    .where('job', '=', job)
    .where('state', 'in', states)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  type Row = (typeof rest)[number];
  const byAddress = new Map<string, [newest: Row, ...others: Row[]]>();
  for (const row of rest.filter(({ flagged }) => flagged === 0)) {
    const address = row.email.toLowerCase();
    const newer = byAddress.get(address);
    byAddress.set(address, newer ? [...newer, row] : [row]);
  }
  const robots = rest.filter(({ flagged }) => flagged !== 0);
  const facts = rest.map(({ id, state, note }) => [id, state, note]).sort();
  const seen = createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
  return { people: [...byAddress.values()], robots, seen };
}

type Closing = Words & {
  job: string;
  vacancy: string;
  states: ApplicationState[];
  count: number;
  seen: string;
};

/** Closes the applications of these states with one email per address. */
export async function answerRest(
  trx: Trx,
  { job, vacancy, states, count, seen, ...words }: Closing,
  by: Sender,
) {
  const locked = trx.updateTable('applications').set(({ ref }) => ({ state: ref('state') }));
  await locked.where('job', '=', job).where('state', 'in', states).execute();
  const rest = await restOf(trx, job, states);
  if (rest.people.length !== count)
    throw new Refusal(409, `${rest.people.length} people now, no longer ${count}. Look again.`);
  if (rest.seen !== seen)
    throw new Refusal(409, 'One of them has been answered or changed in the meantime. Look again.');
  for (const [newest, ...others] of rest.people) {
    const ids = [newest, ...others].map(({ id }) => id);
    await answer(trx, ids, fillIn(words, { name: newest.name, vacancy }), 'closed', by);
  }
  for (const { id } of rest.robots) await markApplication(trx, id, 'closed');
}

/** How many emails answer applications for a vacancy, and how many of them were sent. */
export async function countAnswers(db: Db, job: string): Promise<{ all: number; sent: number }> {
  const rows = await db
    .selectFrom('answers')
    .innerJoin('applications', 'applications.id', 'answers.application')
    .select(['mail', 'outcome'])
    .distinct()
    .where('job', '=', job)
    .where('mail', 'is not', null)
    .execute();
  return { all: rows.length, sent: rows.filter(({ outcome }) => outcome === 'sent').length };
}
