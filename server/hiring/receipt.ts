import { followPath } from '#src/paths.ts';
import { emails } from '#src/words/mail.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { plainMail, senderLine } from '../mail/plain-mail.ts';
import type { Kind } from '../mail/queue.ts';
import { secretFor } from '../store/secrets.ts';

export const receipt: Kind = {
  retryForMs: 3 * dayMs,
  async compose(db, { application }, siteUrl) {
    const row = await db
      .selectFrom('applications')
      .leftJoin('vacancies', 'vacancies.id', 'applications.job')
      .select(['applications.id', 'applications.email', 'applications.job', 'vacancies.name'])
      .where('applications.id', '=', application)
      .executeTakeFirst();
    if (row === undefined) return { dropped: 'the application was deleted' };
    const vacancy = row.name ?? row.job;
    const link = siteUrl + followPath(await secretFor(db, row.id));
    return plainMail(row.email, emails.receipt.subject(vacancy), [
      ...emails.receipt.text(vacancy, site.name, link, company.privacyEmail),
      senderLine,
    ]);
  },
};
