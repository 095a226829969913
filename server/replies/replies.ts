import { type Selectable, sql } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';

import { spokenDay, spokenMoment, timeOf } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Subject } from '../office/log.ts';
import { addMessages } from '../outgoing/add-messages.ts';
import { takeBack } from '../outgoing/queue.ts';
import { said } from '../outgoing/said.ts';
import type { Db, MessageState, Tables, Trx } from '../store/schema.ts';
import { lockReceived, type Received } from '../store/submissions.ts';

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

/** Identifies what a page shows of an application or enquiry, so that no button undoes a colleague's later change. */
export async function seenOf(db: Db, id: string, state: string, kind: Received = 'application') {
  return `${state}:${(await repliesTo(db, id, kind)).length}`;
}

/** Locks an application or enquiry, unless it has changed since a page was opened or an answer is on its way. */
export async function refuseChanged(
  trx: Trx,
  id: string,
  seen: string,
  person: string,
  kind: Received = 'application',
): Promise<void> {
  const row = await lockReceived(trx, kind, id);
  if (row === undefined) throw new Refusal(404, `This ${kind} no longer exists.`);
  const replies = await repliesTo(trx, id, kind);
  const last = replies.at(-1);
  const isSame = seen.endsWith(`:${replies.length}`);
  if (last !== undefined && (last.ended_at === null || !isSame)) {
    const whose = last.person === person ? 'Your' : "A colleague's";
    const time = spokenMoment(new Date(last.at)).replace('today, ', '');
    throw new Refusal(409, `${whose} email of ${time} ${endOf(last)}. Read it before you write another.`);
  }
  if (seen !== `${row.state}:${replies.length}`)
    throw new Refusal(409, `Somebody has changed something in the meantime. Open the ${kind} again.`);
}

export type Writer = { id: string; email: string };

/**
 * `asks`: the answer is still ours. `after`: the application's status once it is said; null: the same. `batch`: the mass
 * answer, and when it begins.
 */
export type Manner = {
  asks?: boolean;
  after?: ApplicationState | null;
  batch?: { id: string; due_at: string };
};

type NewReply = Words & { [kind in Received]?: string };

/** Stores replies and queues the email of each; `sayReply` changes the rest. `person`: the writer, who gets answers to them. */
export async function storeReplies(
  trx: Trx,
  replies: NewReply[],
  person: Writer,
  { asks = false, after = null, batch }: Manner = {},
): Promise<void> {
  const created_at = new Date().toISOString();
  const rows = replies.map(({ application = null, enquiry = null, subject, text }) => {
    refuseEmpty({ subject, text });
    const [id, message] = [crypto.randomUUID(), crypto.randomUUID()];
    const written = { subject, text, person: person.id, created_at, asks: Number(asks) };
    return { id, message, application, enquiry, ...written, state_after: after, batch: batch?.id ?? null };
  });
  await trx.insertInto('replies').values(rows).execute();
  const due = batch ? { due_at: batch.due_at } : { urgency: 2 as const };
  const emails = rows.map(({ message: id, application, enquiry }) => ({ id, about: application ?? enquiry }));
  await addMessages(
    trx,
    emails.map((email) => ({ ...email, kind: 'reply' as const, ...due })),
  );
}

type Reply = Pick<Selectable<Tables['replies']>, 'asks' | 'state_after'>;
/** What changes with an application or enquiry when a reply to it is said, at this time. */
export type Say = (trx: Trx, id: string, reply: Reply, time: string) => Promise<void>;

/** Call it when a reply's email has ended for the first time. */
export async function sayReply(trx: Trx, message: string, say: Record<Received, Say>): Promise<void> {
  const row = await deliveries(trx).where('message', '=', message).executeTakeFirst();
  if (row === undefined) return;
  const { application, enquiry, ended_at } = row;
  const time = ended_at ?? new Date().toISOString();
  if (application !== null) await say.application(trx, application, row, time);
  if (enquiry !== null) await say.enquiry(trx, enquiry, row, time);
}

/** Takes back a reply that was never said: `onGone` of its kind deletes it with its email. */
export async function takeBackReply(trx: Trx, kind: Received, of: string, id: string): Promise<void> {
  const own = sql`select message from replies where replies.id = ${id} and ${sql.ref(kind)} = ${of}`;
  const gone = await takeBack(trx, sql`messages.ended_at is null and messages.id in (${own})`);
  if (gone.length > 0) return;
  const row = await deliveries(trx).where('replies.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal(409, 'It was already taken back.');
  if (row.ended_at === null) throw new Refusal(409, 'It is being sent. Look in a minute.');
  throw new Refusal(409, `It cannot be taken back: it ${endOf(row) ?? 'was sent'}.`);
}

function deliveries(db: Db) {
  return db
    .selectFrom('replies')
    .innerJoin('messages', 'messages.id', 'replies.message')
    .select(['messages.state as delivery', 'why', 'due_at', 'first_at', 'attempts', 'silent', 'ended_at'])
    .select(['replies.id', 'application', 'enquiry', 'subject', 'text', 'message', 'person'])
    .select(['batch', 'phoned_at', 'asks', 'state_after', 'replies.created_at as at']);
}

/** An email, and of a reply how it was meant. */
type Said = {
  at: string;
  subject: string;
  asks: number;
  state_after: ApplicationState | null;
  batch: string | null;
  phoned_at: string | null;
  delivery: MessageState;
  why: string | null;
  due_at: string;
  first_at: string | null;
  ended_at: string | null;
};

/** What says how an email ended. */
export type Ending = Pick<Said, 'batch' | 'phoned_at' | 'delivery' | 'why' | 'due_at' | 'first_at'>;

/** Says how an email ended or why it waits, after "It", "The answer" or "The email"; undefined if it was sent. */
export function endOf({ delivery: state, batch, due_at, phoned_at, ...email }: Ending): string | undefined {
  if (state === 'sent') return undefined;
  const isAhead = batch !== null && state === 'waiting' && due_at > new Date().toISOString();
  if (isAhead && email.first_at === null) return `leaves at ${timeOf(new Date(due_at))}`;
  return `${said({ state, ...email })}${state === 'failed' && phoned_at !== null ? ', told by phone' : ''}`;
}

/** Says what was said last, and how that ended; the same on every page. */
export function saidTo(last: Said | undefined): string | undefined {
  if (last === undefined) return undefined;
  const end = endOf(last);
  if (last.ended_at === null) return `answer ${end}`;
  const answered = last.state_after === 'shortlisted' ? 'invited' : 'answered';
  const what = `${last.asks === 1 ? 'asked' : answered} on ${spokenDay(new Date(last.at))}`;
  return end === undefined ? what : `${what}, the email ${end}`;
}

/** Finds what was said to each of these applications last. */
export async function lastSaid(db: Db, applications: string[]): Promise<Map<string, Said>> {
  const newest = new Map<string, Said>();
  if (applications.length === 0) return newest;
  const rows = deliveries(db).where('application', 'in', applications);
  for (const row of await rows.orderBy('replies.created_at').orderBy('replies.id').execute())
    newest.set(row.application ?? '', row);
  return newest;
}

/** Nothing else was said since to the one to whom this reply was said. */
export const isSaidLast = sql<boolean>`not exists (
  select 1 from replies as later
  where (later.application = replies.application or later.enquiry = replies.enquiry)
  and (later.created_at, later.id) > (replies.created_at, replies.id))`;

/** Records that somebody told the recipients of these emails by phone what they say. Returns what they were about. */
export async function recordPhoned(trx: Trx, messages: string[], person: string): Promise<Subject[]> {
  const rows = await deliveries(trx).where('message', 'in', messages).where(isSaidLast).execute();
  const told = rows.filter((row) => row.delivery === 'failed' && row.phoned_at === null);
  const phoned_at = new Date().toISOString();
  for (const { id } of told)
    await trx.updateTable('replies').set({ phoned_at, phoned_by: person }).where('id', '=', id).execute();
  return told.flatMap(({ application, enquiry }): Subject[] => {
    if (application !== null) return [{ kind: 'application', id: application }];
    return enquiry === null ? [] : [{ kind: 'enquiry', id: enquiry }];
  });
}

/** Lists the replies to an application or enquiry, with the status of their emails. */
export function repliesTo(db: Db, id: string, kind: Received = 'application') {
  return deliveries(db)
    .leftJoin('people', 'people.id', 'replies.person')
    .select('people.email')
    .select(sql<number>`case when ${isSaidLast} then 1 else 0 end`.as('is_last'))
    .where(`replies.${kind}`, '=', id)
    .orderBy('replies.created_at')
    .orderBy('replies.id')
    .execute();
}
