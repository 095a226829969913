import { sql } from 'kysely';

import { followPath } from '#src/paths.ts';
import { company } from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { spoken } from '../lib/local-time.ts';
import type { Email, Kind } from '../outgoing/kinds.ts';
import { plainMail, senderLine } from '../outgoing/plain-mail.ts';
import type { Db } from '../store/schema.ts';
import { secretFor } from '../store/secrets.ts';
import { recordEnd, type Say } from './replies.ts';

export const replyKind = (say: Say): Kind => ({
  retryForMs: 3 * dayMs,
  isKept: () => sql`exists (select 1 from replies where replies.message = messages.id)`,
  async onEnd(trx, { id }, isFirst) {
    if (isFirst) await recordEnd(trx, id, say);
  },
  async compose(db, { id, about }, siteUrl) {
    const rows = await db
      .selectFrom('replies')
      .leftJoin('applications', 'applications.id', 'replies.application')
      .leftJoin('enquiries', 'enquiries.id', 'replies.enquiry')
      .leftJoin('people', 'people.id', 'replies.person')
      .select(['replies.application as id', 'subject', 'text', 'people.email as writer'])
      .select(['enquiries.message as asked', 'enquiries.created_at as askedAt'])
      .select(({ fn }) => fn.coalesce('applications.email', 'enquiries.email').as('email'))
      .where('replies.message', '=', id)
      .orderBy('applications.created_at', 'desc')
      .execute();
    const [newest] = rows;
    const ids = rows.flatMap((row) => row.id ?? []);
    if (newest === undefined) return undefined;
    const { asked, askedAt, writer } = newest;
    const quoted = asked === null || askedAt === null ? undefined : { text: asked, at: askedAt };
    // Nobody reads the address of a person who has left.
    const email = await replyMail(db, { ...newest, ids, replyTo: writer ?? company.email, quoted }, siteUrl);
    return { ...email, thread: about };
  },
});

/** `ids`: the applications to which it is said, the newest first; a reply to an enquiry quotes it instead. */
type Reply = {
  ids: string[];
  email: string | null;
  subject: string;
  text: string;
  replyTo: string;
  quoted?: { text: string; at: string } | undefined;
};

/** Composes a reply's email. */
export async function replyMail(
  db: Db,
  { ids, email, subject, text, replyTo, quoted }: Reply,
  siteUrl: string,
): Promise<Email> {
  const links: string[] = [];
  for (const id of ids)
    links.push(`Your application and this reply: ${siteUrl}${followPath(await secretFor(db, id))}`);
  const asked = quoted
    ? [`On ${spoken(new Date(quoted.at))} you wrote:\n${quoted.text.replace(/^/gm, '> ')}`]
    : [];
  return { ...plainMail(email, subject, [text, ...links, senderLine, ...asked]), replyTo };
}
