import { sql } from 'kysely';

import { followPath } from '#src/paths.ts';
import { company } from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { plainMail, senderLine } from '../mail/plain-mail.ts';
import type { Email, Kind, Limit } from '../mail/queue.ts';
import type { Db } from '../store/schema.ts';
import { secretFor } from '../store/secrets.ts';
import { recordReplyResult, replyAgain } from './replies.ts';

/** Of mass answers and newsletters together; replies to one person count in it. */
export const bulkLimit: Limit = { most: (perHour) => perHour, isEven: true, countsAll: true };

export const replyKind: Kind = {
  retryForMs: 3 * dayMs,
  limit: bulkLimit,
  isShown: sql<boolean>`exists (select 1 from replies where replies.message = messages.id)`,
  isOnceOnly: true,
  onEnd: recordReplyResult,
  onAgain: replyAgain,
  async compose(db, { id }, siteUrl) {
    const row = await db
      .selectFrom('replies')
      .leftJoin('applications', 'applications.id', 'replies.application')
      .leftJoin('enquiries', 'enquiries.id', 'replies.enquiry')
      .leftJoin('people', 'people.id', 'replies.person')
      .select(['replies.application as id', 'subject', 'text', 'people.email as writer'])
      .select(({ fn }) => fn.coalesce('applications.email', 'enquiries.email').as('email'))
      .where('replies.message', '=', id)
      .orderBy('applications.created_at', 'desc')
      .executeTakeFirst();
    return row === undefined
      ? { dropped: 'what it answers was deleted' }
      : // Nobody reads the address of a person who has left.
        replyMail(db, { ...row, replyTo: row.writer ?? company.email }, siteUrl);
  },
};

/** `id`: the application's id; a reply to an enquiry has no link. */
type Reply = {
  id: string | null;
  email: string | null;
  subject: string;
  text: string;
  replyTo: string;
};

/** Composes a reply's email. */
export async function replyMail(
  db: Db,
  { id, email, subject, text, replyTo }: Reply,
  siteUrl: string,
): Promise<Email> {
  const link =
    id === null ? [] : [`Your application and this reply: ${siteUrl}${followPath(await secretFor(db, id))}`];
  return { ...plainMail(email, subject, [text, ...link, senderLine]), replyTo };
}
