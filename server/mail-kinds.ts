import { connectCommand } from './config.ts';
import { receipt } from './hiring/receipt.ts';
import { dayMs } from './lib/durations.ts';
import { plainMail } from './mail/plain-mail.ts';
import type { Kind, Kinds } from './mail/queue.ts';
import { confirmation, newsletter, test } from './newsletter/newsletter-mail.ts';
import { officePaths } from './office/office-paths.ts';
import { hasPeople } from './office/people.ts';
import { signInMail } from './office/sign-in-mail.ts';
import { replyKind } from './replies/reply-mail.ts';
import { countReceived } from './store/received.ts';

const received = [
  { table: 'applications', one: 'application', path: officePaths.applications },
  { table: 'enquiries', one: 'enquiry', path: officePaths.enquiries },
] as const;

/** Without personal data, because it may cross borders. */
const notice: Kind = {
  retryForMs: 3 * dayMs,
  async compose(db, { recipient, created_at }, siteUrl) {
    const isInvited = await hasPeople(db);
    const parts: { what: string; where: string }[] = [];
    for (const { table, one, path } of received) {
      const count = await countReceived(db, table, created_at, 0);
      const where = isInvited ? siteUrl + path : `${connectCommand()} ${table}`;
      const what = count === 1 ? `a new ${one}` : `${count} new ${table}`;
      if (count > 0) parts.push({ what, where: `Read the ${table} here: ${where}` });
    }
    if (parts.length === 0) return { dropped: 'everything it was about has been deleted' };
    const subject = parts
      .map(({ what }) => what)
      .join(' and ')
      .replace(/^a/, 'A');
    return plainMail(recipient, subject, [`${subject}.`, ...parts.map(({ where }) => where)]);
  },
};

/** For each kind: what the email says, and what its outcome changes. */
export const mailKinds: Kinds = {
  'sign-in': signInMail,
  receipt,
  operator: notice,
  confirm: confirmation,
  test,
  reply: replyKind,
  newsletter,
};
