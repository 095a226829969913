import { sql } from 'kysely';

import { retentionDays } from '#src/contract/retention.ts';
import { emails } from '#src/words/mail.ts';
import * as site from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Email, Kind } from '../outgoing/kinds.ts';
import { plainMail, senderLine } from '../outgoing/plain-mail.ts';
import { bulkLimit } from '../replies/reply-mail.ts';
import type { Db } from '../store/schema.ts';
import { findSubscriber, linkOf, recordAsked } from '../subscribers/subscribers.ts';
import { findNewsletter, recordTest, unsubscribeMark } from './newsletters.ts';
import { endOne, judgeRefusal, lockSending, reopen } from './sending.ts';

export const confirmation: Kind = {
  retryForMs: 3 * dayMs,
  limit: { most: () => 100, isEven: false },
  onEnd: recordAsked,
  async compose(db, { recipient }, siteUrl) {
    const reader = await findSubscriber(db, recipient ?? '');
    if (reader === undefined) return { dropped: 'unsubscribed' };
    if (reader.confirmed_at !== null)
      return plainMail(reader.email, emails.confirmed.subject, [
        emails.confirmed.text(site.name),
        `${emails.unsubscribe}: ${await endingLink(db, reader.token, siteUrl)}`,
        senderLine,
      ]);
    const link = siteUrl + officePaths.confirm(await linkOf(db, 'confirm', reader.token));
    return plainMail(reader.email, emails.confirm.subject, [
      ...emails.confirm.text(site.name, link, retentionDays.unconfirmed),
      senderLine,
    ]);
  },
};

export const test: Kind = {
  retryForMs: dayMs,
  onEnd: recordTest,
  async compose(db, { newsletter, recipient, email_hash }, siteUrl) {
    const text = await findNewsletter(db, newsletter ?? '');
    if (text === undefined || text.email_hash !== email_hash) return { dropped: 'it was changed' };
    return newsletterMail(text, recipient ?? '', siteUrl + officePaths.unsubscribe('test'));
  },
};

export const newsletter: Kind = {
  retryForMs: 3 * dayMs,
  limit: bulkLimit,
  isReady: sql<boolean>`newsletter in (select id from newsletters where state = 'sending')`,
  isOnceOnly: true,
  isCounted: true,
  lock: (trx, { newsletter: id }) => lockSending(trx, id ?? ''),
  onRefused: judgeRefusal,
  onAgain: reopen,
  onEnd: endOne,
  async compose(db, { newsletter: id, recipient }, siteUrl) {
    const reader = await findSubscriber(db, recipient ?? '');
    const text = await findNewsletter(db, id ?? '');
    if (reader === undefined || text === undefined) return { dropped: 'unsubscribed' };
    // A stranger may have entered the address again.
    if (reader.confirmed_at === null) return { dropped: 'not confirmed' };
    return newsletterMail(text, reader.email, await endingLink(db, reader.token, siteUrl));
  },
};

const endingLink = async (db: Db, token: string, siteUrl: string) =>
  siteUrl + officePaths.unsubscribe(await linkOf(db, 'unsubscribe', token));

/** Personalises a newsletter for one subscriber. */
function newsletterMail(
  { subject, plain, html }: { subject: string; html: string | null; plain: string | null },
  to: string,
  unsubscribe: string,
): Email {
  const fill = (text: string | null) => (text ?? '').replaceAll(unsubscribeMark, unsubscribe);
  return { to, subject, text: fill(plain), html: fill(html), unsubscribe };
}
