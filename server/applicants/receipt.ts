import { sql } from 'kysely';

import { followPath } from '#src/paths.ts';
import { emails } from '#src/words/mail.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import type { MailSettings } from '../office/staff-notice.ts';
import { addMessages, hashMaker, mayHave } from '../outgoing/add-messages.ts';
import type { Kind } from '../outgoing/kinds.ts';
import { plainMail, senderLine } from '../outgoing/plain-mail.ts';
import { contactKey } from '../store/contact-key.ts';
import type { Db, Trx } from '../store/schema.ts';
import { secretFor } from '../store/secrets.ts';

export const receipt: Kind = {
  retryForMs: 3 * dayMs,
  isShown: sql<boolean>`application is not null`,
  async compose(db, { application }, siteUrl) {
    const row = await db
      .selectFrom('applications')
      .leftJoin('vacancies', 'vacancies.id', 'applications.job')
      .select(['applications.id', 'applications.email', 'applications.job', 'vacancies.name'])
      .where('applications.id', '=', application)
      .executeTakeFirst();
    if (row === undefined) return { dropped: 'the application was deleted' };
    const replies = db.selectFrom('replies').innerJoin('messages', 'messages.id', 'replies.message');
    const sent = replies.select('replies.id').where('messages.state', '=', 'sent');
    // A mass answer does not drop receipts when it is written, because it can be stopped.
    if (await sent.where('replies.application', '=', row.id).executeTakeFirst())
      return { dropped: 'it was answered' };
    const vacancy = row.name ?? row.job;
    const link = siteUrl + followPath(await secretFor(db, row.id));
    return plainMail(row.email, emails.receipt.subject(vacancy), [
      ...emails.receipt.text(vacancy, site.name, link, company.privacyEmail),
      senderLine,
    ]);
  },
};

type Applicant = {
  id: string;
  email: string;
  mayHaveReceipt: () => Promise<boolean>;
};

export async function addReceipt(
  trx: Trx,
  { smtpUrl, receiptsPerDay }: MailSettings,
  { id, email, ...applicant }: Applicant,
): Promise<void> {
  if (smtpUrl === null) return;
  const address_hash = (await hashMaker(trx))(contactKey(email));
  const why = await whyNone(trx, address_hash, { ...applicant, receiptsPerDay });
  if (why === undefined)
    return addMessages(trx, [{ kind: 'receipt', urgency: 2, application: id, address_hash }]);
  const ended_at = new Date().toISOString();
  await addMessages(trx, [{ kind: 'receipt', application: id, state: 'dropped', ended_at, why }]);
}

async function whyNone(
  trx: Trx,
  address_hash: string,
  { mayHaveReceipt, receiptsPerDay }: Omit<Applicant, 'id' | 'email'> & { receiptsPerDay: number },
) {
  if (!(await mayHave(trx, 'receipt', address_hash))) return 'this address has had three today';
  if ((await receiptsUsedUp(trx, receiptsPerDay)) !== undefined) return `there were ${receiptsPerDay} today`;
  return (await mayHaveReceipt()) ? undefined : 'too many applications came from the same network today';
}

/** Since when nobody gets a receipt, because the day's were sent; undefined while there are some left. */
export async function receiptsUsedUp(db: Db, receiptsPerDay: number): Promise<string | undefined> {
  const yesterday = new Date(Date.now() - dayMs).toISOString();
  const rows = db.selectFrom('messages').select('created_at').where('kind', '=', 'receipt');
  const sent = rows.where('created_at', '>', yesterday).where('state', '<>', 'dropped');
  const all = await sent.orderBy('created_at', 'desc').limit(Math.max(1, receiptsPerDay)).execute();
  return all.length >= receiptsPerDay ? (all[0]?.created_at ?? yesterday) : undefined;
}
