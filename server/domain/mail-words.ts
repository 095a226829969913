import type { Kysely } from 'kysely';

import { company } from '#src/content/company.ts';
import { retentionDays } from '#src/contract/retention.ts';
import { followPath } from '#src/paths.ts';

import { connectCommand } from '../config.ts';
import type { Tables } from '../db/schema.ts';
import { officePaths } from '../office-paths.ts';
import { countNew, secretFor } from './applications.ts';
import type { Mail, MailKind } from './mail.ts';
import { toHtml } from './markdown.ts';
import { readNewsletter, unsubscribeMark } from './newsletters.ts';
import { findValidLink, hasPeople, linkToken } from './people.ts';
import { emailSanitizer } from './sanitizers.ts';
import { findSubscriber } from './subscribers.ts';

export type Message = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Address that ends the subscription by a POST (RFC 8058). */
  unsubscribe?: string;
};

type Db = Kysely<Tables>;
/** Null: there is nothing to tell any more. */
type Words = (db: Db, mail: Mail, siteUrl: string) => Promise<Message | null>;

const senderLine = `${company.name}, ${company.office.address}`;

const words: Record<MailKind, Words> = {
  async 'sign-in'(db, { link, recipient }, siteUrl) {
    if (link === null || (await findValidLink(db, link)) === undefined) return null;
    return letter(recipient, 'Your link to the office', [
      `Sign in to the office of ${company.name}: ${siteUrl}${officePaths.enter(await linkToken(db, link))}`,
      'The link works once. If you did not ask for it, ignore this email.',
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
    return letter(row.email, `We have received your application for ${vacancy}`, [
      `Thank you for applying to ${company.name}. We have received your application for ${vacancy}.`,
      'We read every application and will reply to this address.',
      `Follow or withdraw your application: ${siteUrl}${followPath(await secretFor(db, row.id))}`,
      'Anyone who can read this mailbox can open that link, see the status of your application and withdraw it.',
      `If you did not apply, somebody entered your address by mistake. Write to ${company.privacyEmail} and we will delete it.`,
      senderLine,
    ]);
  },

  operator: newApplications,
  webhook: newApplications,

  async confirm(db, { recipient }, siteUrl) {
    const reader = await findSubscriber(db, recipient ?? '');
    if (reader === undefined) return null;
    if (reader.confirmed_at !== null)
      return letter(reader.email, 'You are on the list already', [
        `This address gets the newsletter of ${company.name} already. Nothing has changed.`,
        `Unsubscribe: ${siteUrl}${officePaths.unsubscribe(reader.token)}`,
        senderLine,
      ]);
    return letter(reader.email, 'Please confirm your subscription', [
      `Somebody, probably you, entered this address for the newsletter of ${company.name}. To get it, open this link and press the button: ${siteUrl}${officePaths.confirm(reader.token)}`,
      `If it was not you, do nothing: we delete the address after ${retentionDays.unconfirmed} days.`,
      senderLine,
    ]);
  },

  async newsletter(db, { newsletter, recipient }, siteUrl) {
    const reader = await findSubscriber(db, recipient ?? '');
    const text = await readNewsletter(db, newsletter ?? '');
    // Whoever unsubscribes takes the message with them.
    if (reader === undefined || text === undefined) return null;
    return newsletterMail(text, reader.email, reader.token, siteUrl);
  },
};

/** Made when it is sent. */
export function messageOf(db: Db, mail: Mail, siteUrl: string): Promise<Message | null> {
  return words[mail.kind](db, mail, siteUrl);
}

/** Without personal data, because it may cross borders. */
async function newApplications(db: Db, { recipient, created_at }: Mail, siteUrl: string) {
  const count = await countNew(db, created_at);
  if (count === 0) return null;
  const subject = count === 1 ? 'A new application' : `${count} new applications`;
  const where = (await hasPeople(db))
    ? siteUrl + officePaths.applications
    : `${connectCommand()} applications`;
  return letter(recipient, subject, [`${subject}.`, `Read: ${where}`]);
}

/** A newsletter as one subscriber gets it. `token`: of the link that ends the subscription. */
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
  // Begun by a release that stored no html.
  const sanitize = await emailSanitizer(siteUrl);
  return {
    to,
    subject,
    text: `${source}\n\n--\n${senderLine}\nUnsubscribe: ${unsubscribe}\n`,
    html: `${sanitize(toHtml(source))}<hr><p>${senderLine}<br><a href="${unsubscribe}">Unsubscribe</a></p>`,
    unsubscribe,
  };
}

function letter(to: string | null, subject: string, paragraphs: string[]): Message {
  return { to: to ?? '', subject, text: `${paragraphs.join('\n\n')}\n` };
}
