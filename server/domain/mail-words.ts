import type { Kysely } from 'kysely';

import { company } from '#src/content/company.ts';

import { connectCommand } from '../config.ts';
import type { Tables } from '../db/schema.ts';
import type { Mail } from './mail.ts';

export type Message = { to: string; subject: string; text: string };

/** Returns null for a deleted application. Put no personal data into notices: they may cross borders. */
export async function messageOf(db: Kysely<Tables>, row: Mail): Promise<Message | null> {
  const application = await db
    .selectFrom('applications')
    .leftJoin('vacancies', 'vacancies.id', 'applications.job')
    .select(['applications.email', 'applications.job', 'vacancies.name'])
    .where('applications.id', '=', row.application)
    .executeTakeFirst();
  if (application === undefined) return null;
  const vacancy = application.name ?? application.job;
  return row.kind === 'receipt' ? receipt(application.email, vacancy) : notice(row.recipient ?? '', vacancy);
}

function notice(to: string, vacancy: string): Message {
  const subject = `New application for ${vacancy}`;
  const how = `Read it on the server: ${connectCommand()} applications`;
  return { to, subject, text: `${subject}.\n\n${how}\n` };
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
