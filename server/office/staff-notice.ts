import { sql } from 'kysely';

import { type Config, connectCommand } from '../config.ts';
import { dayMs, minuteMs } from '../lib/durations.ts';
import { addMessages } from '../outgoing/add-messages.ts';
import type { Kind } from '../outgoing/kinds.ts';
import { plainMail } from '../outgoing/plain-mail.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Trx } from '../store/schema.ts';
import { countReceived, received } from '../store/submissions.ts';
import { officePaths } from './office-paths.ts';
import { hasPeople } from './people.ts';

/** For what the company and an applicant are sent at once. */
export type MailSettings = Pick<Config, 'smtpUrl' | 'notifyTo' | 'receiptsPerDay'>;

const apartMs = 5 * minuteMs;

const lists = { application: officePaths.applications, enquiry: officePaths.enquiries };

/** Without personal data, because it may cross borders. */
export const staffNotice: Kind = {
  retryForMs: 3 * dayMs,
  isKept: () => sql`state = 'failed' and seen_at is null`,
  async compose(db, { recipient, created_at }, siteUrl) {
    const isInvited = await hasPeople(db);
    const parts: { what: string; where: string }[] = [];
    for (const kind of ['application', 'enquiry'] as const) {
      const { table } = received[kind];
      const count = await countReceived(db, kind, created_at);
      const where = isInvited ? siteUrl + lists[kind] : `${connectCommand()} ${table}`;
      const what = count === 1 ? `a new ${kind}` : `${count} new ${table}`;
      if (count > 0) parts.push({ what, where: `Read the ${table} here: ${where}` });
    }
    if (parts.length === 0) return undefined;
    const subject = parts
      .map(({ what }) => what)
      .join(' and ')
      .replace(/^a/, 'A');
    return plainMail(recipient, subject, [`${subject}.`, ...parts.map(({ where }) => where)]);
  },
};

/** Call it in the transaction that stores the application or enquiry. `time`: when that was received. */
export async function notifyStaff(trx: Trx, { notifyTo }: MailSettings, time: string): Promise<void> {
  for (const recipient of notifyTo) await queueNotice(trx, recipient, time);
}

/** Queues at most one notice, due some minutes after the last one. It covers everything since `time`. */
async function queueNotice(trx: Trx, recipient: string, time: string): Promise<void> {
  await advisoryLock(trx, `operator ${recipient}`);
  const last = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.max('claimed_at').as('time'))
    .where('kind', '=', 'operator')
    .where('recipient', '=', recipient)
    .executeTakeFirst();
  const earliest = Math.max(Date.now(), last?.time ? Date.parse(last.time) + apartMs : 0);
  const due_at = new Date(earliest).toISOString();
  // This also locks the row, so that no sender claims it and counts before this transaction ends.
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ due_at: sql<string>`case when due_at < ${due_at} then due_at else ${due_at} end` })
    .where('kind', '=', 'operator')
    .where('recipient', '=', recipient)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    await addMessages(trx, [{ kind: 'operator', recipient, created_at: time, due_at }]);
}
