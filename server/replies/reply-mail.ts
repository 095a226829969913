import { sql } from 'kysely';

import { followPath } from '#src/paths.ts';
import { company } from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import type { Email, Kind, Limit } from '../outgoing/kinds.ts';
import { plainMail, senderLine } from '../outgoing/plain-mail.ts';
import type { Db } from '../store/schema.ts';
import { secretFor } from '../store/secrets.ts';
import { followAgain, lockApplications, recordEnd, type Say } from './replies.ts';

/** Of mass answers and newsletters together; replies to one person count in it. */
export const bulkLimit: Limit = { most: (perHour) => perHour, isEven: true };

const carriesReply = sql<boolean>`exists (select 1 from replies where replies.message = messages.id)`;

export const replyKind = (say: Say): Kind => ({
  retryForMs: 3 * dayMs,
  limit: bulkLimit,
  isShown: carriesReply,
  isOnceOnly: true,
  lock: (trx, { id }) =>
    lockApplications(trx, sql`id in (select application from replies where message = ${id})`),
  onEnd: (trx, message, to) => recordEnd(trx, message.id, to, say),
  onAgain: followAgain,
  async compose(db, { id }, siteUrl) {
    const rows = await db
      .selectFrom('replies')
      .leftJoin('applications', 'applications.id', 'replies.application')
      .leftJoin('enquiries', 'enquiries.id', 'replies.enquiry')
      .leftJoin('people', 'people.id', 'replies.person')
      .select(['replies.application as id', 'subject', 'text', 'people.email as writer'])
      .select(({ fn }) => fn.coalesce('applications.email', 'enquiries.email').as('email'))
      .where('replies.message', '=', id)
      .orderBy('applications.created_at', 'desc')
      .execute();
    const [newest] = rows;
    const ids = rows.flatMap((row) => row.id ?? []);
    return newest === undefined
      ? { dropped: 'what it answers was deleted' }
      : // Nobody reads the address of a person who has left.
        replyMail(db, { ...newest, ids, replyTo: newest.writer ?? company.email }, siteUrl);
  },
});

/** `ids`: the applications to which it is said, the newest first; a reply to an enquiry has no link. */
type Reply = { ids: string[]; email: string | null; subject: string; text: string; replyTo: string };

/** Composes a reply's email. */
export async function replyMail(
  db: Db,
  { ids, email, subject, text, replyTo }: Reply,
  siteUrl: string,
): Promise<Email> {
  const links: string[] = [];
  for (const id of ids)
    links.push(`Your application and this reply: ${siteUrl}${followPath(await secretFor(db, id))}`);
  return { ...plainMail(email, subject, [text, ...links, senderLine]), replyTo };
}
