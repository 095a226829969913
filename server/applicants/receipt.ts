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
  isKept: () => sql`about is not null`,
  async compose(db, { about }, siteUrl) {
    const row = await db
      .selectFrom('applications')
      .leftJoin('vacancies', 'vacancies.id', 'applications.job')
      .select(['applications.id', 'applications.email', 'applications.job', 'vacancies.name'])
      .where('applications.id', '=', about)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const replies = db.selectFrom('replies').innerJoin('messages', 'messages.id', 'replies.message');
    const sent = replies.select('replies.id').where('messages.state', '=', 'sent');
    // A mass answer does not take back receipts when it is written, because it can be stopped.
    if (await sent.where('replies.application', '=', row.id).executeTakeFirst()) return undefined;
    const vacancy = row.name ?? row.job;
    const link = siteUrl + followPath(await secretFor(db, row.id));
    const paragraphs = emails.receipt.text(vacancy, site.name, link, company.privacyEmail);
    const email = plainMail(row.email, emails.receipt.subject(vacancy), [...paragraphs, senderLine]);
    return { ...email, thread: row.id };
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
  { id, email, mayHaveReceipt }: Applicant,
): Promise<void> {
  if (smtpUrl === null) return;
  const address_hash = (await hashMaker(trx))(contactKey(email));
  const isLeft =
    (await mayHave(trx, 'receipt', address_hash)) &&
    (await receiptsUsedUp(trx, receiptsPerDay)) === undefined &&
    (await mayHaveReceipt());
  if (isLeft) await addMessages(trx, [{ kind: 'receipt', urgency: 2, about: id, address_hash }]);
}

/** Since when nobody gets a receipt, because the day's were sent; undefined while there are some left. */
export async function receiptsUsedUp(db: Db, receiptsPerDay: number): Promise<string | undefined> {
  const yesterday = new Date(Date.now() - dayMs).toISOString();
  const rows = db.selectFrom('messages').select('created_at').where('kind', '=', 'receipt');
  const sent = rows.where('created_at', '>', yesterday);
  const all = await sent.orderBy('created_at', 'desc').limit(Math.max(1, receiptsPerDay)).execute();
  return all.length >= receiptsPerDay ? (all[0]?.created_at ?? yesterday) : undefined;
}
