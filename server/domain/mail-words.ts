import type { Kysely } from 'kysely';

import { company } from '#src/content/company.ts';

import { connectCommand } from '../config.ts';
import type { Tables } from '../db/schema.ts';
import { officePaths } from '../office-paths.ts';
import type { Mail } from './mail.ts';
import { hasPeople, linkToken } from './people.ts';

export type Message = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Address that ends the subscription by a POST (RFC 8058). */
  unsubscribe?: string;
};

/** Null: there is nothing to tell any more. Without personal data in what the operator gets, which may cross borders. */
export async function messageOf(db: Kysely<Tables>, row: Mail, siteUrl: string): Promise<Message | null> {
  const to = row.recipient ?? '';
  if (row.kind === 'sign-in')
    return row.link === null ? null : signIn(to, siteUrl, await linkToken(db, row.link));
  const application = await db
    .selectFrom('applications')
    .leftJoin('vacancies', 'vacancies.id', 'applications.job')
    .select(['applications.email', 'applications.job', 'vacancies.name'])
    .where('applications.id', '=', row.application)
    .executeTakeFirst();
  if (application === undefined) return null;
  const vacancy = application.name ?? application.job;
  if (row.kind === 'receipt') return receipt(application.email, vacancy);
  const page = siteUrl + officePaths.application(row.application ?? '');
  return notice(to, vacancy, (await hasPeople(db)) ? page : `${connectCommand()} applications`);
}

function notice(to: string, vacancy: string, where: string): Message {
  const subject = `New application for ${vacancy}`;
  return { to, subject, text: `${subject}.\n\nRead it: ${where}\n` };
}

function signIn(to: string, siteUrl: string, token: string): Message {
  const text = [
    `Sign in to the office of ${company.name}: ${siteUrl}${officePaths.enter(token)}`,
    'The link works once. If you did not ask for it, ignore this mail.',
  ];
  return { to, subject: 'Your link to the office', text: `${text.join('\n\n')}\n` };
}

function receipt(to: string, vacancy: string): Message {
  const text = [
    `Thank you for applying to ${company.name}. We have received your application for ${vacancy}.`,
    'We read every application and will reply to this address.',
    `If you did not apply, somebody entered your address by mistake. Write to ${company.privacyEmail} and we will delete it.`,
    `${company.name}, ${company.office.address}`,
  ];
  return { to, subject: `We have received your application for ${vacancy}`, text: `${text.join('\n\n')}\n` };
}
