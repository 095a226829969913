import type { Kysely } from 'kysely';

import { retentionDays } from '#src/contract/retention.ts';
import { followPath } from '#src/paths.ts';
import { emails } from '#src/words/mail.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

import { connectCommand } from '../config.ts';
import type { Tables } from '../db/schema.ts';
import { officePaths } from '../office-paths.ts';
import { secretFor } from './applications.ts';
import type { Mail, MailKind } from './mail.ts';
import { toHtml } from './markdown.ts';
import { readNewsletter, unsubscribeMark } from './newsletters.ts';
import { findValidLink, hasPeople, linkToken } from './people.ts';
import { countReceived } from './received.ts';
import { emailSanitizer } from './sanitizers.ts';
import { findSubscriber } from './subscribers.ts';

export type Message = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The writer's address. */
  replyTo?: string | undefined;
  /** Never sent again if it is unknown whether it was accepted. */
  isOnceOnly?: boolean;
  /** Address that ends the subscription by a POST (RFC 8058). */
  unsubscribe?: string;
};

type Db = Kysely<Tables>;
/** Null if there is nothing left to send. */
type Words = (db: Db, mail: Mail, siteUrl: string) => Promise<Message | null>;

const senderLine = `${site.name}, ${company.office.address}`;

const words: Record<MailKind, Words> = {
  async 'sign-in'(db, { link, recipient }, siteUrl) {
    if (link === null || (await findValidLink(db, link)) === undefined) return null;
    return letter(recipient, 'Your sign-in link', [
      `Sign in to the staff pages of ${site.name}: ${siteUrl}${officePaths.enter(await linkToken(db, link))}`,
      'The link works once and expires soon. If you were not expecting it, you can ignore this email.',
    ]);
  },

  async receipt(db, { application }, siteUrl) {
    const row = await db
      .selectFrom('applications')
      .leftJoin('vacancies', 'vacancies.id', 'applications.job')
      .select(['applications.id', 'applications.email', 'applications.job', 'vacancies.name'])
      .where('applications.id', '=', application)
      .executeTakeFirst();
    if (row === undefined) return null;
    const vacancy = row.name ?? row.job;
    const link = siteUrl + followPath(await secretFor(db, row.id));
    return letter(row.email, emails.receipt.subject(vacancy), [
      ...emails.receipt.text(vacancy, site.name, link, company.privacyEmail),
      senderLine,
    ]);
  },

  operator: newsForCompany,
  webhook: newsForCompany,

  async confirm(db, { recipient }, siteUrl) {
    const reader = await findSubscriber(db, recipient ?? '');
    if (reader === undefined) return null;
    if (reader.confirmed_at !== null)
      return letter(reader.email, emails.confirmed.subject, [
        emails.confirmed.text(site.name),
        `${emails.unsubscribe}: ${siteUrl}${officePaths.unsubscribe(reader.token)}`,
        senderLine,
      ]);
    const link = siteUrl + officePaths.confirm(reader.token);
    return letter(reader.email, emails.confirm.subject, [
      ...emails.confirm.text(site.name, link, retentionDays.unconfirmed),
      senderLine,
    ]);
  },

  async answer(db, { id }, siteUrl) {
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
    return row === undefined ? null : answerMail(db, row, siteUrl);
  },

  async test(db, { newsletter, recipient }, siteUrl) {
    const text = await readNewsletter(db, newsletter ?? '');
    // Saving the text ends its test.
    return text?.html ? newsletterMail(text, recipient ?? '', 'test', siteUrl) : null;
  },

  async newsletter(db, { newsletter, recipient }, siteUrl) {
    const reader = await findSubscriber(db, recipient ?? '');
    const text = await readNewsletter(db, newsletter ?? '');
    // The reader has unsubscribed, or the newsletter was deleted.
    if (reader === undefined || text === undefined) return null;
    return newsletterMail(text, reader.email, reader.token, siteUrl);
  },
};

/** Called when it is sent, so that it contains current data. */
export function messageOf(db: Db, mail: Mail, siteUrl: string): Promise<Message | null> {
  return words[mail.kind](db, mail, siteUrl);
}

const received = [
  { table: 'applications', one: 'application', path: officePaths.applications },
  { table: 'enquiries', one: 'enquiry', path: officePaths.enquiries },
] as const;

/** Without personal data, because it may cross borders. */
async function newsForCompany(db: Db, { recipient, created_at }: Mail, siteUrl: string) {
  const isInvited = await hasPeople(db);
  const news: { what: string; where: string }[] = [];
  for (const { table, one, path } of received) {
    const count = await countReceived(db, table, created_at, 0);
    const where = isInvited ? siteUrl + path : `${connectCommand()} ${table}`;
    const what = count === 1 ? `a new ${one}` : `${count} new ${table}`;
    if (count > 0) news.push({ what, where: `To read ${table}: ${where}` });
  }
  if (news.length === 0) return null;
  const subject = news
    .map(({ what }) => what)
    .join(' and ')
    .replace(/^a/, 'A');
  return letter(recipient, subject, [`${subject}.`, ...news.map(({ where }) => where)]);
}

/** `id`: of the application; an enquiry's answer has no link. */
type Answer = {
  id: string | null;
  email: string | null;
  subject: string;
  text: string;
  replyTo: string | null;
};

/** An answer as it arrives. */
export async function answerMail(
  db: Db,
  { id, email, subject, text, replyTo }: Answer,
  siteUrl: string,
): Promise<Message> {
  const link =
    id === null ? [] : [`Your application and this answer: ${siteUrl}${followPath(await secretFor(db, id))}`];
  return { ...letter(email, subject, [text, ...link, senderLine]), replyTo: replyTo ?? undefined };
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
  const sanitize = await emailSanitizer(siteUrl);
  return {
    to,
    subject,
    text: `${source}\n\n--\n${senderLine}\n${emails.unsubscribe}: ${unsubscribe}\n`,
    html: `${sanitize(toHtml(source))}<hr><p>${senderLine}<br><a href="${unsubscribe}">${emails.unsubscribe}</a></p>`,
    unsubscribe,
  };
}

function letter(to: string | null, subject: string, paragraphs: string[]): Message {
  return { to: to ?? '', subject, text: `${paragraphs.join('\n\n')}\n` };
}
