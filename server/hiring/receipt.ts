import { followPath } from '#src/paths.ts';
import { emails } from '#src/words/mail.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

import { type Message, plainMail, senderLine } from '../mail/plain-mail.ts';
import type { Mail } from '../mail/queue.ts';
import type { Db } from '../store/schema.ts';
import { secretFor } from '../store/secrets.ts';

export async function receiptMail(db: Db, { application }: Mail, siteUrl: string): Promise<Message | null> {
  const row = await db
    .selectFrom('applications')
    .leftJoin('vacancies', 'vacancies.id', 'applications.job')
    .select(['applications.id', 'applications.email', 'applications.job', 'vacancies.name'])
    .where('applications.id', '=', application)
    .executeTakeFirst();
  if (row === undefined) return null;
  const vacancy = row.name ?? row.job;
  const link = siteUrl + followPath(await secretFor(db, row.id));
  return plainMail(row.email, emails.receipt.subject(vacancy), [
    ...emails.receipt.text(vacancy, site.name, link, company.privacyEmail),
    senderLine,
  ]);
}
