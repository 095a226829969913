import { connectCommand } from './config.ts';
import { receiptMail } from './hiring/receipt.ts';
import { type Message, plainMail } from './mail/plain-mail.ts';
import type { Kinds, Mail } from './mail/queue.ts';
import { confirmMail, readerMail, testMail } from './newsletter/newsletter-mail.ts';
import { noteLetter, noteTested } from './newsletter/newsletter-outcomes.ts';
import { noteAsked } from './newsletter/subscribers.ts';
import { officePaths } from './office/office-paths.ts';
import { hasPeople } from './office/people.ts';
import { signInMail } from './office/sign-in-mail.ts';
import { recordReplyResult } from './replies/replies.ts';
import { queuedReply } from './replies/reply-mail.ts';
import { countReceived } from './store/received.ts';
import type { Db } from './store/schema.ts';

/** What each kind says, and what its end changes. */
export const mailKinds: Kinds = {
  'sign-in': { compose: signInMail },
  receipt: { compose: receiptMail },
  operator: { compose: newsForCompany },
  confirm: { compose: confirmMail, onEnd: noteAsked },
  test: { compose: testMail, onEnd: noteTested },
  answer: { compose: queuedReply, onEnd: recordReplyResult },
  newsletter: { compose: readerMail, onEnd: noteLetter },
};

const received = [
  { table: 'applications', one: 'application', path: officePaths.applications },
  { table: 'enquiries', one: 'enquiry', path: officePaths.enquiries },
] as const;

/** Without personal data, because it may cross borders. */
async function newsForCompany(
  db: Db,
  { recipient, created_at }: Mail,
  siteUrl: string,
): Promise<Message | null> {
  const isInvited = await hasPeople(db);
  const news: { what: string; where: string }[] = [];
  for (const { table, one, path } of received) {
    const count = await countReceived(db, table, created_at, 0);
    const where = isInvited ? siteUrl + path : `${connectCommand()} ${table}`;
    const what = count === 1 ? `a new ${one}` : `${count} new ${table}`;
    if (count > 0) news.push({ what, where: `To read ${table}: ${where}` });
  }
  if (news.length === 0) return null;
  const subject = news
    .map(({ what }) => what)
    .join(' and ')
    .replace(/^a/, 'A');
  return plainMail(recipient, subject, [`${subject}.`, ...news.map(({ where }) => where)]);
}
