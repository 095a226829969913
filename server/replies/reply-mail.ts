import { sql } from 'kysely';

import { followPath } from '#src/paths.ts';
import { company } from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { spoken } from '../lib/local-time.ts';
import type { Email, Kind } from '../outgoing/kinds.ts';
import { plainMail, senderLine } from '../outgoing/plain-mail.ts';
import type { Db } from '../store/schema.ts';
import { secretFor } from '../store/secrets.ts';
import type { Received } from '../store/submissions.ts';
import { type Say, sayReply } from './replies.ts';

export const replyKind = (say: Record<Received, Say>): Kind => ({
  retryForMs: 3 * dayMs,
  isKept: () => sql`exists (select 1 from replies where replies.message = messages.id)`,
  async onEnd(trx, { id }, isFirst) {
    if (isFirst) await sayReply(trx, id, say);
  },
  async onGone(trx, { id }) {
    await trx.deleteFrom('replies').where('message', '=', id).execute();
  },
  async compose(db, { id, about }, siteUrl) {
    const row = await db
      .selectFrom('replies')
      .leftJoin('applications', 'applications.id', 'replies.application')
      .leftJoin('enquiries', 'enquiries.id', 'replies.enquiry')
      .leftJoin('people', 'people.id', 'replies.person')
      .select(['application', 'subject', 'text', 'people.email as writer'])
      .select(['enquiries.message as asked', 'enquiries.created_at as askedAt'])
      .select(({ fn }) => fn.coalesce('applications.email', 'enquiries.email').as('email'))
      .where('replies.message', '=', id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { asked, askedAt, writer } = row;
    const quoted = asked === null || askedAt === null ? undefined : { text: asked, at: askedAt };
    // Nobody reads the address of a person who has left.
    const email = await replyMail(db, { ...row, replyTo: writer ?? company.email, quoted }, siteUrl);
    return { ...email, thread: about };
  },
});

/** A reply to an application has its link; one to an enquiry quotes it instead. */
type Reply = {
  application: string | null;
  email: string | null;
  subject: string;
  text: string;
  replyTo: string;
  quoted?: { text: string; at: string } | undefined;
};

/** Composes a reply's email. */
export async function replyMail(
  db: Db,
  { application, email, subject, text, replyTo, quoted }: Reply,
  siteUrl: string,
): Promise<Email> {
  const own = application === null ? '' : siteUrl + followPath(await secretFor(db, application));
  const link = own === '' ? [] : [`Your application and this reply: ${own}`];
  const asked = quoted
    ? [`On ${spoken(new Date(quoted.at))} you wrote:\n${quoted.text.replace(/^/gm, '> ')}`]
    : [];
  return { ...plainMail(email, subject, [text, ...link, senderLine, ...asked]), replyTo };
}
