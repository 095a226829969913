import { type RawBuilder, sql } from 'kysely';

import { spokenMoment, timeOf } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import { addMessages } from '../outgoing/add-messages.ts';
import { takeBack } from '../outgoing/queue.ts';
import { said } from '../outgoing/said.ts';
import { isPostgres } from '../store/errors.ts';
import type { Db, MessageState, Trx } from '../store/schema.ts';

export type Words = { subject: string; text: string };

export function fillIn(words: Words, { name, vacancy }: { name: string; vacancy: string }): Words {
  const known: Record<string, string> = { name, vacancy };
  // One pass, so that a name that looks like a placeholder is not filled in.
  const fill = (text: string) => text.replace(/\{(name|vacancy)\}/g, (_, word: string) => known[word] ?? '');
  return { subject: fill(words.subject), text: fill(words.text) };
}

export function refuseEmpty({ subject, text }: Words): void {
  if (subject === '' || text === '') throw new Refusal(422, 'Write a subject and a text.');
}

/** What can be answered: column of `replies` -> table. */
const subjects = { application: 'applications', enquiry: 'enquiries' } as const;
export type Repliable = keyof typeof subjects;

/** Identifies what a page shows of an application or enquiry, so that no button undoes a colleague's later change. */
export async function seenOf(db: Db, id: string, state: string, kind: Repliable = 'application') {
  return `${state}:${(await repliesTo(db, id, kind)).length}`;
}

export async function refuseChanged(
  trx: Trx,
  id: string,
  seen: string,
  person: string,
  kind: Repliable = 'application',
): Promise<void> {
  // Lock the row, so that nobody answers it before this transaction ends.
  const locked = trx.updateTable(subjects[kind]).set(({ ref }) => ({ fingerprint: ref('fingerprint') }));
  const row = await locked.where('id', '=', id).returning('state').executeTakeFirst();
  if (row === undefined) throw new Refusal(404, `This ${kind} no longer exists.`);
  const replies = await repliesTo(trx, id, kind);
  if (seen === `${row.state}:${replies.length}`) return;
  const last = replies.at(-1);
  if (last === undefined || seen.endsWith(`:${replies.length}`))
    throw new Refusal(409, `A colleague has changed the status in the meantime. Open the ${kind} again.`);
  const whose = last.person === person ? 'Your' : "A colleague's";
  const time = spokenMoment(new Date(last.at)).replace('today, ', '');
  const isOpen = last.delivery === 'waiting' || last.delivery === 'sending';
  const end = isOpen ? 'is on its way' : (endOf(last) ?? 'was sent');
  throw new Refusal(409, `${whose} email of ${time} ${end}. Read it before you write another.`);
}

/** Locks them before the emails whose end changes them, in one order for all. */
export async function lockApplications(trx: Trx, which: RawBuilder<boolean>): Promise<void> {
  const rows = trx.selectFrom('applications').select('id').where(which).orderBy('id');
  if (isPostgres(trx)) await rows.forUpdate().execute();
}

export type Writer = { id: string; email: string };

/** Column of `replies` -> id. */
type Subject = { application: string } | { enquiry: string };

/** `asks`: the answer is still ours. `begun_at`: when its writer opened the form. `batch`: the mass answer, and when it begins. */
export type Manner = { asks?: boolean; begun_at?: string; batch?: { id: string; due_at: string } };

/** Stores a reply and queues its email. The caller changes the status. `person`: the writer, who also gets replies to it. */
export async function storeReply(
  trx: Trx,
  to: Subject[],
  words: Words,
  person: Writer,
  { asks = false, begun_at, batch }: Manner = {},
): Promise<void> {
  refuseEmpty(words);
  const created_at = new Date().toISOString();
  const message = crypto.randomUUID();
  const reply = {
    ...{ ...words, person: person.id, message, created_at, asks: Number(asks) },
    begun_at: begun_at !== undefined && begun_at < created_at ? begun_at : created_at,
    ...(batch ? { batch: batch.id, said_at: null } : { batch: null, said_at: created_at }),
  };
  for (const subject of to)
    await trx
      .insertInto('replies')
      .values({ ...reply, ...subject, id: crypto.randomUUID() })
      .execute();
  const due = batch ? { due_at: batch.due_at } : { urgency: 2 as const };
  const [about] = to.flatMap((subject) => Object.values(subject));
  await addMessages(trx, [{ id: message, kind: 'reply', about: about ?? null, ...due }]);
}

/** Says to an application what a mass answer tells it, at this time. */
export type Say = (trx: Trx, application: string, time: string) => Promise<void>;

/** Call it when a reply's email has ended for the first time: only then a mass answer is said to its applications. */
export async function recordEnd(trx: Trx, message: string, say: Say): Promise<void> {
  const said_at = new Date().toISOString();
  const unsaid = trx.updateTable('replies').set({ said_at }).where('message', '=', message);
  for (const { application } of await unsaid.where('said_at', 'is', null).returning('application').execute())
    if (application !== null) await say(trx, application, said_at);
}

const deliveries = (db: Db) =>
  db
    .selectFrom('replies')
    .innerJoin('messages', 'messages.id', 'replies.message')
    .select(['messages.state as delivery', 'why', 'due_at', 'first_at', 'attempts'])
    .select([
      'replies.id',
      'replies.application',
      'batch',
      'phoned_at',
      'asks',
      'message',
      'ended_at',
      'person',
    ])
    .select('replies.created_at as at');

export type Said = {
  at: string;
  asks: number;
  batch: string | null;
  phoned_at: string | null;
  delivery: MessageState;
  why: string | null;
  due_at: string;
  first_at: string | null;
};

/** Whether it is a mass answer whose emails have not begun. */
export const leavesLater = ({ batch, delivery, first_at, due_at }: Said) =>
  batch !== null && delivery === 'waiting' && first_at === null && due_at > new Date().toISOString();

/** Says how a reply's email ended or why it waits, after "It", "The answer" or "The email"; undefined if it was sent. */
export function endOf(reply: Said): string | undefined {
  const { delivery: state, why, first_at, due_at, phoned_at } = reply;
  if (state === 'sent') return undefined;
  if (leavesLater(reply)) return `leaves at ${timeOf(new Date(due_at))}`;
  return `${said({ state, why, first_at })}${state === 'failed' && phoned_at !== null ? ', told by phone' : ''}`;
}

/** Finds what was said to each of these applications last. */
export async function lastSaid(db: Db, applications: string[]): Promise<Map<string, Said>> {
  const newest = new Map<string, Said>();
  if (applications.length === 0) return newest;
  const rows = deliveries(db)
    .where('replies.application', 'in', applications)
    .orderBy('replies.created_at')
    .orderBy('replies.id');
  for (const row of await rows.execute()) newest.set(row.application ?? '', row);
  return newest;
}

/** Finds the emails of mass answers to these applications that have never ended. */
export async function massAnswers(db: Db, which: RawBuilder<unknown>) {
  const open = await deliveries(db)
    .innerJoin('applications', 'applications.id', 'replies.application')
    .where('batch', 'is not', null)
    .where('said_at', 'is', null)
    .where(sql<boolean>`${which} and messages.state in ('waiting', 'sending')`)
    .execute();
  return [...new Map(open.map((row) => [row.message, row])).values()];
}

/** Takes back what waits of the mass answers to these applications. Returns how many were and are open. */
export async function takeBackMassAnswers(
  trx: Trx,
  which: RawBuilder<unknown>,
): Promise<{ before: number; left: number }> {
  const open = await massAnswers(trx, which);
  const ids = open.map(({ message }) => message);
  const gone = ids.length === 0 ? [] : await takeBack(trx, sql`id in (${sql.join(ids)})`);
  const messages = gone.map(({ id }) => id);
  if (messages.length > 0) await trx.deleteFrom('replies').where('message', 'in', messages).execute();
  return { before: open.length, left: open.length - gone.length };
}

/** Nothing else was said since to the one to whom this reply was said. */
export const isSaidLast = sql<boolean>`not exists (
  select 1 from replies as later
  where (later.application = replies.application or later.enquiry = replies.enquiry)
  and (later.created_at, later.id) > (replies.created_at, replies.id))`;

/** Records that somebody told the recipients of these emails by phone what they say. Returns their applications. */
export async function recordPhoned(trx: Trx, messages: string[], person: string): Promise<string[]> {
  const rows = await deliveries(trx).where('message', 'in', messages).where(isSaidLast).execute();
  const told = rows.filter((row) => row.delivery === 'failed' && row.phoned_at === null);
  const phoned_at = new Date().toISOString();
  for (const { id } of told)
    await trx.updateTable('replies').set({ phoned_at, phoned_by: person }).where('id', '=', id).execute();
  return told.flatMap(({ application }) => application ?? []);
}

/** Lists the replies to an application or enquiry, with the status of their emails. */
export function repliesTo(db: Db, id: string, kind: Repliable = 'application') {
  return deliveries(db)
    .leftJoin('people', 'people.id', 'replies.person')
    .select(['replies.subject', 'text', 'people.email'])
    .select(sql<number>`case when ${isSaidLast} then 1 else 0 end`.as('is_last'))
    .where(`replies.${kind}`, '=', id)
    .orderBy('replies.created_at')
    .orderBy('replies.id')
    .execute();
}
