import { sql } from 'kysely';

import { retentionDays } from '#src/contract/retention.ts';
import { emails } from '#src/words/mail.ts';
import * as site from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Email, Kind } from '../outgoing/kinds.ts';
import { plainMail, senderLine } from '../outgoing/plain-mail.ts';
import type { Db } from '../store/schema.ts';
import { findSubscriber, linkOf } from '../subscribers/subscribers.ts';
import { findNewsletter, type Newsletter, unsubscribeMark } from './newsletters.ts';
import { endOne } from './sending.ts';

export const confirmation: Kind = {
  retryForMs: 3 * dayMs,
  isKept: () => sql`recipient in (select email_key from subscribers where confirmed_at is null)`,
  async compose(db, { recipient }, siteUrl) {
    const reader = await findSubscriber(db, recipient ?? '');
    if (reader === undefined) return undefined;
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

/** Sends the draft as it was when somebody asked for it last. */
export const test: Kind = {
  retryForMs: dayMs,
  async compose(db, { about, recipient }, siteUrl) {
    const draft = await findNewsletter(db, about ?? '');
    return draft && newsletterMail(draft, recipient ?? '', siteUrl + officePaths.unsubscribe('test'));
  },
};

export const newsletter: Kind = {
  retryForMs: 3 * dayMs,
  isReady: sql<boolean>`about in (select id from newsletters where state = 'sending')`,
  isKept: (month) => sql`about in (select id from newsletters where coalesce(ended_at, '~') > ${month})`,
  isCounted: true,
  onEnd: endOne,
  onGone: endOne,
  async compose(db, { about, recipient }, siteUrl) {
    const reader = await findSubscriber(db, recipient ?? '');
    const text = await findNewsletter(db, about ?? '');
    // A stranger may have entered the address again.
    if (reader === undefined || reader.confirmed_at === null) return undefined;
    return text && newsletterMail(text, reader.email, await endingLink(db, reader.token, siteUrl));
  },
};

const endingLink = async (db: Db, token: string, siteUrl: string) =>
  siteUrl + officePaths.unsubscribe(await linkOf(db, 'unsubscribe', token));

function newsletterMail(
  { subject, plain, html }: Pick<Newsletter, 'subject' | 'plain' | 'html'>,
  to: string,
  unsubscribe: string,
): Email {
  const fill = (text: string | null) => (text ?? '').replaceAll(unsubscribeMark, unsubscribe);
  return { to, subject, text: fill(plain), html: fill(html), unsubscribe };
}
