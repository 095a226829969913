import { spokenMoment } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import { addMessages } from '../mail/add-messages.ts';
import type { OnEnd } from '../mail/queue.ts';
import type { Told } from '../mail/said.ts';
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

/** Stores a reply and queues its email. The caller changes the status. `person`: the writer, who also gets replies to it. */
export async function storeReply(trx: Trx, to: Replied[], words: Words, person: Writer): Promise<void> {
  refuseEmpty(words);
  const created_at = new Date().toISOString();
  const message = crypto.randomUUID();
  const rows = to.map((one) => {
    const subject =
      'enquiry' in one
        ? { enquiry: one.enquiry }
        : { application: one.application, state_before: one.before };
    return { id: crypto.randomUUID(), ...subject, ...words, person: person.id, message, created_at };
  });
  for (const row of rows) await trx.insertInto('replies').values(row).execute();
  await addMessages(trx, [{ id: message, kind: 'reply', reply_to: person.email }]);
}

/** Stores the outcome, because the message is deleted later. A message that was sent again names the old one. */
export const recordReplyResult: OnEnd = async (trx, { id, again_of }, _, outcome) => {
  const settled_at = outcome === null ? null : new Date().toISOString();
  const replies = trx.updateTable('replies').set({ outcome, settled_at, message: id });
  await replies.where('message', '=', outcome === null ? again_of : id).execute();
};

/** How the newest answer to each of these applications ended, or why it waits; without those that were sent. */
export async function unsentReplies(db: Db, applications: string[]): Promise<Map<string, Told>> {
  // PostgreSQL refuses an empty list.
  if (applications.length === 0) return new Map();
  const rows = await db
    .selectFrom('replies')
    .leftJoin('messages', 'messages.id', 'replies.message')
    .select(['replies.application', 'outcome', 'messages.state', 'why', 'refused_at'])
    .where('replies.application', 'in', applications)
    .orderBy('replies.created_at')
    .execute();
  const newest = new Map(rows.map((row) => [row.application, row]));
  const told = [...newest].flatMap(([id, { state, outcome, why, refused_at }]): [string, Told][] => {
    const end = state ?? outcome ?? 'perhaps';
    return id === null || end === 'sent' ? [] : [[id, { state: end, why, refused_at }]];
  });
  return new Map(told);
}

/** Lists the replies to an application or enquiry, with the status of their emails. */
export async function repliesTo(db: Db, id: string, kind: Repliable = 'application') {
  const rows = await db
    .selectFrom('replies')
    .leftJoin('messages', 'messages.id', 'replies.message')
    .leftJoin('people', 'people.id', 'replies.person')
    .select(['replies.id', 'replies.created_at as at', 'replies.subject', 'text', 'outcome', 'settled_at'])
    .select(['people.email', 'messages.state', 'messages.why', 'messages.refused_at', 'message'])
    .where(`replies.${kind}`, '=', id)
    .execute();
  return rows.map(({ state, message, ...row }) => ({
    ...row,
    delivery: state ?? row.outcome ?? ('perhaps' as const),
    message: state === null ? null : message,
  }));
}
