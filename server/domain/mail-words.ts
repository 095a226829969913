import type { Kysely } from 'kysely';

import { company } from '#src/content/company.ts';

import { connectCommand } from '../config.ts';
import type { Tables } from '../db/schema.ts';
import type { Mail } from './mail.ts';

export type Message = { to: string; subject: string; text: string };

/** Null: the application is deleted. Without personal data in what the operator gets, which may cross borders. */
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
  const subject = `One new application for ${vacancy}`;
  const how = `Read it on the server: ${connectCommand()} applications`;
  return { to, subject, text: `${subject}.\n\n${how}\n` };
}

function receipt(to: string, vacancy: string): Message {
  const text = [
    `Thank you. Your application for ${vacancy} has arrived at ${company.name}.`,
    'We read each one and answer to this address.',
    `If you have not applied, somebody gave your address by mistake: write to ${company.privacyEmail}, and we delete it.`,
    `${company.name}, ${company.office.address}`,
  ];
  return { to, subject: `Your application for ${vacancy} has arrived`, text: `${text.join('\n\n')}\n` };
}
