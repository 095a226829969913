import type { Db, Trx } from '../db/schema.ts';
import { spokenMoment } from '../local-time.ts';
import { markApplication } from './applications.ts';
import { markEnquiry } from './enquiries.ts';
import type { Mail, Outcome } from './mail.ts';
import { Refusal } from './refusal.ts';
import { leaseMs } from './repeat.ts';

export type Words = { subject: string; text: string };

export function fillIn(words: Words, { name, vacancy }: { name: string; vacancy: string }): Words {
  const fill = (text: string) => text.replaceAll('{name}', name).replaceAll('{vacancy}', vacancy);
  return { subject: fill(words.subject), text: fill(words.text) };
}

export function refuseEmpty({ subject, text }: Words): void {
  if (subject === '' || text === '') throw new Refusal(422, 'Write a subject and a text.');
}

/** What can be answered: a table, and the column of `answers` that names its rows. */
const subjects = { application: 'applications', enquiry: 'enquiries' } as const;
export type Answerable = keyof typeof subjects;

function lastAnswer(db: Db, kind: Answerable, id: string) {
  const rows = db.selectFrom('answers').select(['id', 'person', 'created_at']);
  return rows.where(kind, '=', id).orderBy('created_at', 'desc').executeTakeFirst();
}

/** Identifies what a page shows of an application or enquiry, so that no button undoes a colleague's later change. */
export async function seenOf(db: Db, id: string, state: string, kind: Answerable = 'application') {
  return `${state}:${(await lastAnswer(db, kind, id))?.id ?? ''}`;
}

export async function refuseChanged(
  trx: Trx,
  id: string,
  seen: string,
  person: string,
  kind: Answerable = 'application',
): Promise<void> {
  // Lock the row, so that nobody answers it before this transaction ends.
  const locked = trx.updateTable(subjects[kind]).set(({ ref }) => ({ fingerprint: ref('fingerprint') }));
  const row = await locked.where('id', '=', id).returning('state').executeTakeFirst();
  if (row === undefined) throw new Refusal(404, `This ${kind} no longer exists.`);
  if (seen === (await seenOf(trx, id, row.state, kind))) return;
  const last = await lastAnswer(trx, kind, id);
  if (last === undefined || seen.endsWith(`:${last.id}`))
    throw new Refusal(409, `A colleague has changed the status in the meantime. Open the ${kind} again.`);
  const whose = last.person === person ? 'Your' : "A colleague's";
  const time = spokenMoment(new Date(last.created_at)).replace('today, ', '');
  throw new Refusal(409, `${whose} email of ${time} is on its way. Read it before you write another.`);
}

/** Stores an answer, the new state and the email. */
export async function answer(trx: Trx, ids: string[], words: Words, state: string, person: string) {
  refuseEmpty(words);
  const created_at = new Date().toISOString();
  const mail = crypto.randomUUID();
  for (const application of ids) {
    const { state: before } = await trx
      .selectFrom('applications')
      .select('state')
      .where('id', '=', application)
      .executeTakeFirstOrThrow();
    await markApplication(trx, application, state || before, words.text);
    const row = { id: crypto.randomUUID(), application, person, created_at };
    await trx
      .insertInto('answers')
      .values({ ...row, ...words, mail, state_before: before })
      .execute();
  }
  await queueAnswer(trx, mail, created_at);
}

/** Stores an answer to an enquiry, which is done then, with its email. */
export async function answerEnquiry(trx: Trx, enquiry: string, words: Words, person: string) {
  refuseEmpty(words);
  const row = { id: crypto.randomUUID(), enquiry, person, created_at: new Date().toISOString() };
  const mail = crypto.randomUUID();
  await markEnquiry(trx, enquiry, 'done');
  await trx
    .insertInto('answers')
    .values({ ...row, ...words, mail })
    .execute();
  await queueAnswer(trx, mail, row.created_at);
}

async function queueAnswer(trx: Trx, id: string, created_at: string): Promise<void> {
  const row = { id, kind: 'answer' as const, created_at, due_at: created_at, tries: 0 };
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

/** The answers to an application or enquiry, and whether their emails were sent. */
export async function answersTo(db: Db, id: string, kind: Answerable = 'application') {
  const rows = await db
    .selectFrom('answers')
    .leftJoin('mail', 'mail.id', 'answers.mail')
    .leftJoin('people', 'people.id', 'answers.person')
    .select(['answers.id', 'answers.created_at as at', 'answers.subject', 'text', 'outcome', 'settled_at'])
    .select(['people.email', 'mail.due_at', 'mail.claimed_at'])
    .where(`answers.${kind}`, '=', id)
    .execute();
  return rows.map(({ due_at, claimed_at, ...row }) => {
    const isClaimed = claimed_at !== null && Date.parse(claimed_at) > Date.now() - leaseMs;
    const unsettled = due_at !== null || isClaimed ? ('waiting' as const) : ('perhaps' as const);
    return { ...row, delivery: row.outcome ?? unsettled };
  });
}
