import { retentionDays } from '#src/contract/retention.ts';
import { emails } from '#src/words/mail.ts';
import * as site from '#src/words/site.ts';

import { toHtml } from '../lib/markdown.ts';
import { sanitizerOf } from '../lib/sanitizers.ts';
import { type Message, plainMail, senderLine } from '../mail/plain-mail.ts';
import type { Mail } from '../mail/queue.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Db } from '../store/schema.ts';
import { findNewsletter, unsubscribeMark } from './newsletters.ts';
import { findSubscriber } from './subscribers.ts';

export async function confirmMail(db: Db, { recipient }: Mail, siteUrl: string): Promise<Message | null> {
  const reader = await findSubscriber(db, recipient ?? '');
  if (reader === undefined) return null;
  if (reader.confirmed_at !== null)
    return plainMail(reader.email, emails.confirmed.subject, [
      emails.confirmed.text(site.name),
      `${emails.unsubscribe}: ${siteUrl}${officePaths.unsubscribe(reader.token)}`,
      senderLine,
    ]);
  const link = siteUrl + officePaths.confirm(reader.token);
  return plainMail(reader.email, emails.confirm.subject, [
    ...emails.confirm.text(site.name, link, retentionDays.unconfirmed),
    senderLine,
  ]);
}

export async function testMail(
  db: Db,
  { newsletter, recipient }: Mail,
  siteUrl: string,
): Promise<Message | null> {
  const text = await findNewsletter(db, newsletter ?? '');
  // Saving the text ends its test.
  return text?.html ? newsletterMail(text, recipient ?? '', 'test', siteUrl) : null;
}

export async function readerMail(
  db: Db,
  { newsletter, recipient }: Mail,
  siteUrl: string,
): Promise<Message | null> {
  const reader = await findSubscriber(db, recipient ?? '');
  const text = await findNewsletter(db, newsletter ?? '');
  // The reader has unsubscribed, or the newsletter was deleted.
  if (reader === undefined || text === undefined) return null;
  return newsletterMail(text, reader.email, reader.token, siteUrl);
}

/** A newsletter as one subscriber gets it. `token`: of the unsubscribe link. */
export async function newsletterMail(
  letter: { subject: string; source: string; html: string | null; plain: string | null },
  to: string,
  token: string,
  siteUrl: string,
): Promise<Message> {
  const { subject, source } = letter;
  const unsubscribe = siteUrl + officePaths.unsubscribe(token);
  const fill = (text: string) => text.replaceAll(unsubscribeMark, unsubscribe);
  if (letter.html !== null)
    return { to, subject, text: fill(letter.plain ?? ''), html: fill(letter.html), unsubscribe };
  // A release that stored no HTML began to send it.
  const sanitize = await sanitizerOf(siteUrl, false);
  return {
    to,
    subject,
    text: `${source}\n\n--\n${senderLine}\n${emails.unsubscribe}: ${unsubscribe}\n`,
    html: `${sanitize(toHtml(source))}<hr><p>${senderLine}<br><a href="${unsubscribe}">${emails.unsubscribe}</a></p>`,
    unsubscribe,
  };
}
