import { followPath } from '#src/paths.ts';

import { type Message, plainMail, senderLine } from '../mail/plain-mail.ts';
import type { Mail } from '../mail/queue.ts';
import type { Db } from '../store/schema.ts';
import { secretFor } from '../store/secrets.ts';

export async function queuedReply(db: Db, { id }: Mail, siteUrl: string): Promise<Message | null> {
  const row = await db
    .selectFrom('answers')
    .leftJoin('applications', 'applications.id', 'answers.application')
    .leftJoin('enquiries', 'enquiries.id', 'answers.enquiry')
    .leftJoin('people', 'people.id', 'answers.person')
    .select(['answers.application as id', 'subject', 'text', 'people.email as replyTo'])
    .select(({ fn }) => fn.coalesce('applications.email', 'enquiries.email').as('email'))
    .where('answers.mail', '=', id)
    .orderBy('applications.created_at', 'desc')
    .executeTakeFirst();
  // The application was withdrawn.
  return row === undefined ? null : replyMail(db, row, siteUrl);
}

/** `id`: of the application; a reply to an enquiry has no link. */
type Reply = {
  id: string | null;
  email: string | null;
  subject: string;
  text: string;
  replyTo: string | null;
};

/** A reply as it arrives. */
export async function replyMail(
  db: Db,
  { id, email, subject, text, replyTo }: Reply,
  siteUrl: string,
): Promise<Message> {
  const link =
    id === null ? [] : [`Your application and this answer: ${siteUrl}${followPath(await secretFor(db, id))}`];
  return { ...plainMail(email, subject, [text, ...link, senderLine]), replyTo: replyTo ?? undefined };
}
