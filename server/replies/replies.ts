import { spokenMoment } from '../lib/local-time.ts';
import { leaseMs } from '../lib/poll.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Mail, Outcome } from '../mail/queue.ts';
import type { Db, Trx } from '../store/schema.ts';

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

function lastReply(db: Db, kind: Answerable, id: string) {
  const rows = db.selectFrom('answers').select(['id', 'person', 'created_at']);
  return rows.where(kind, '=', id).orderBy('created_at', 'desc').executeTakeFirst();
}

/** Identifies what a page shows of an application or enquiry, so that no button undoes a colleague's later change. */
export async function seenOf(db: Db, id: string, state: string, kind: Answerable = 'application') {
  return `${state}:${(await lastReply(db, kind, id))?.id ?? ''}`;
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
  const last = await lastReply(trx, kind, id);
  if (last === undefined || seen.endsWith(`:${last.id}`))
    throw new Refusal(409, `A colleague has changed the status in the meantime. Open the ${kind} again.`);
  const whose = last.person === person ? 'Your' : "A colleague's";
  const time = spokenMoment(new Date(last.created_at)).replace('today, ', '');
  throw new Refusal(409, `${whose} email of ${time} is on its way. Read it before you write another.`);
}

/** What a reply is to; several applications share one email. `before`: the status until then. */
type Replied = { application: string; before: string } | { enquiry: string };

/** Stores a reply and queues its email. The caller marks what it is to. */
export async function storeReply(trx: Trx, to: Replied[], words: Words, person: string): Promise<void> {
  refuseEmpty(words);
  const created_at = new Date().toISOString();
  const mail = crypto.randomUUID();
  const rows = to.map((one) => {
    const subject =
      'enquiry' in one
        ? { enquiry: one.enquiry }
        : { application: one.application, state_before: one.before };
    return { id: crypto.randomUUID(), ...subject, ...words, person, mail, created_at };
  });
  for (const row of rows) await trx.insertInto('answers').values(row).execute();
  await trx
    .insertInto('mail')
    .values({ id: mail, kind: 'answer', created_at, due_at: created_at, tries: 0 })
    .execute();
}

/** Stores the outcome once no email of the answer is waiting. */
export async function recordReplyResult(trx: Trx, mail: Mail, outcome: Outcome): Promise<void> {
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
export async function repliesTo(db: Db, id: string, kind: Answerable = 'application') {
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
