import { sql } from 'kysely';

import { followPath } from '#src/paths.ts';
import { emails } from '#src/words/mail.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { addMessages, hashOf, mayHave } from '../mail/add-messages.ts';
import { plainMail, senderLine } from '../mail/plain-mail.ts';
import type { Kind } from '../mail/queue.ts';
import type { MailSettings } from '../office/staff-notice.ts';
import type { Trx } from '../store/schema.ts';
import { secretFor } from '../store/secrets.ts';

export const receipt: Kind = {
  retryForMs: 3 * dayMs,
  isShown: sql`application is not null`,
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

export async function addReceipt(
  trx: Trx,
  { smtpUrl, receiptsPerDay }: MailSettings,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (smtpUrl === null) return;
  const address_hash = await hashOf(trx, email.toLowerCase());
  if (!(await mayHave(trx, 'receipt', address_hash))) return;
  const today = trx.selectFrom('messages').select('id').where('kind', '=', 'receipt');
  const yesterday = new Date(Date.now() - dayMs).toISOString();
  const most = await today.where('created_at', '>', yesterday).limit(receiptsPerDay).execute();
  if (most.length < receiptsPerDay)
    await addMessages(trx, [{ kind: 'receipt', application: id, address_hash }]);
}
