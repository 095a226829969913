import { sql } from 'kysely';

import { spokenMoment } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import { addMessages } from '../mail/add-messages.ts';
import type { Message, OnEnd } from '../mail/queue.ts';
import { said, type Told } from '../mail/said.ts';
import { recordAnswers } from '../store/applicants.ts';
import type { Db, Trx } from '../store/schema.ts';

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

function lastReply(db: Db, kind: Repliable, id: string) {
  const rows = db.selectFrom('replies').select(['id', 'person', 'created_at']);
  return rows.where(kind, '=', id).orderBy('created_at', 'desc').executeTakeFirst();
}

/** Identifies what a page shows of an application or enquiry, so that no button undoes a colleague's later change. */
export async function seenOf(db: Db, id: string, state: string, kind: Repliable = 'application') {
  return `${state}:${(await lastReply(db, kind, id))?.id ?? ''}`;
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
  if (seen === (await seenOf(trx, id, row.state, kind))) return;
  const last = await lastReply(trx, kind, id);
  if (last === undefined || seen.endsWith(`:${last.id}`))
    throw new Refusal(409, `A colleague has changed the status in the meantime. Open the ${kind} again.`);
  const whose = last.person === person ? 'Your' : "A colleague's";
  const time = spokenMoment(new Date(last.created_at)).replace('today, ', '');
  throw new Refusal(409, `${whose} email of ${time} is on its way. Read it before you write another.`);
}

export type Writer = { id: string; email: string };

/** What a reply answers; several applications share one email. `before`: the status before it. */
type Replied = { application: string; before: string } | { enquiry: string };

/** `asks`: the answer is still ours. `batch`: the mass reply that it belongs to, and when that begins. */
export type Manner = { asks?: boolean; batch?: { id: string; due_at: string } };

/** Stores a reply and queues its email. The caller changes the status. `person`: the writer, who also gets replies to it. */
export async function storeReply(
  trx: Trx,
  to: Replied[],
  words: Words,
  person: Writer,
  { asks = false, batch }: Manner = {},
): Promise<void> {
  refuseEmpty(words);
  const created_at = new Date().toISOString();
  const message = crypto.randomUUID();
  const rows = to.map((one) => {
    const subject =
      'enquiry' in one
        ? { enquiry: one.enquiry }
        : { application: one.application, state_before: one.before };
    const manner = { asks: Number(asks), batch: batch?.id ?? null };
    return {
      id: crypto.randomUUID(),
      ...subject,
      ...words,
      ...manner,
      person: person.id,
      message,
      created_at,
    };
  });
  for (const row of rows) await trx.insertInto('replies').values(row).execute();
  const due = batch ? { due_at: batch.due_at } : { urgency: 2 as const };
  await addMessages(trx, [{ id: message, kind: 'reply', ...due }]);
  await recordAnswers(trx, applicationsOf(rows));
}

const applicationsOf = (replies: { application?: string | null }[]) =>
  replies.flatMap(({ application }) => application ?? []);

/** Stores the outcome, and whether the applicants have an answer. */
export const recordReplyResult: OnEnd = async (trx, { id, why }, outcome) => {
  const now = new Date().toISOString();
  const isLost = outcome === 'not accepted' || outcome === 'given up';
  const lost = isLost || (outcome === 'perhaps' && why === 'restored') ? { lost_at: now } : {};
  const replies = trx.updateTable('replies').set({
    ...{ outcome, settled_at: now },
    ...(outcome === 'sent' ? { lost_at: null } : lost),
  });
  const changed = replies.where('message', '=', id).returning('application');
  await recordAnswers(trx, applicationsOf(await changed.execute()));
};

/** The old message's end counts until the new one is sent. */
export async function replyAgain(trx: Trx, { id, again_of }: Message): Promise<void> {
  const replies = trx.updateTable('replies').set({ outcome: null, settled_at: null, message: id });
  const changed = replies.where('message', '=', again_of).returning('application');
  await recordAnswers(trx, applicationsOf(await changed.execute()));
}

/** Ended replies that reached nobody, or perhaps nobody. */
const isToTell = sql<boolean>`(lost_at is not null or outcome = 'perhaps')`;

/** Records that somebody told the recipients of these emails by phone what they say. Returns their applications. */
export async function recordTold(trx: Trx, messages: string[]): Promise<string[]> {
  const told = trx.updateTable('replies').set({ lost_at: null }).where('message', 'in', messages);
  const applications = applicationsOf(await told.where(isToTell).returning('application').execute());
  await recordAnswers(trx, applications);
  return applications;
}

/** Says how the newest reply to each of these applications ended, or why it waits; not of those that were sent. */
export async function unsentReplies(db: Db, applications: string[]): Promise<Map<string, string>> {
  // PostgreSQL refuses an empty list.
  if (applications.length === 0) return new Map();
  const rows = await db
    .selectFrom('replies')
    .leftJoin('messages', 'messages.id', 'replies.message')
    .select(['replies.application', 'outcome', 'lost_at', 'messages.state', 'why', 'refused_at'])
    .where('replies.application', 'in', applications)
    .where(sql<boolean>`coalesce(outcome, '') <> 'dropped'`)
    .orderBy('replies.created_at')
    .execute();
  const newest = new Map(rows.map((row) => [row.application, row]));
  const told = [...newest].flatMap(
    ([id, { state, outcome, why, refused_at, lost_at }]): [string, string][] => {
      const end: Told = { state: state ?? outcome ?? 'perhaps', why, refused_at };
      if (id === null || end.state === 'sent') return [];
      const isTold = lost_at === null && (end.state === 'not accepted' || end.state === 'given up');
      return [[id, `${said(end)}${isTold ? ', told by phone' : ''}`]];
    },
  );
  return new Map(told);
}

/** Lists the replies to an application or enquiry, with the status of their emails. */
export async function repliesTo(db: Db, id: string, kind: Repliable = 'application') {
  const rows = await db
    .selectFrom('replies')
    .leftJoin('messages', 'messages.id', 'replies.message')
    .leftJoin('people', 'people.id', 'replies.person')
    .select(['replies.id', 'replies.created_at as at', 'replies.subject', 'text', 'outcome', 'settled_at'])
    .select([
      'asks',
      'lost_at',
      'people.email',
      'messages.state',
      'messages.why',
      'messages.refused_at',
      'message',
    ])
    .where(`replies.${kind}`, '=', id)
    .execute();
  return rows.map(({ state, message, lost_at, ...row }) => ({
    ...row,
    lost: lost_at === null ? undefined : message,
    delivery: state ?? row.outcome ?? ('perhaps' as const),
    message: state === null ? null : message,
  }));
}
