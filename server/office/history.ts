import type { Kysely } from 'kysely';

import type { Tables } from '../db/schema.ts';
import { type Answerable, answersTo } from '../domain/answers.ts';
import { logOf } from '../domain/log.ts';
import { fold, html, moment } from './components.ts';

const deliveries = {
  shown: 'shown at the applicant’s link',
  waiting: 'waits to be sent',
  sent: 'sent',
  refused: 'not accepted: call or WhatsApp',
  perhaps: 'perhaps sent: the mail server went silent',
} as const;

/** What happened to an application or enquiry, the oldest first. */
export async function history(
  db: Kysely<Tables>,
  { id, received }: { id: string; received: string },
  kind: Answerable,
) {
  const log = await logOf(db, { kind, id });
  const events = [
    { id, at: received, words: 'received', more: null },
    ...log.map(({ id, at, email, action }) => ({
      id,
      at,
      words: `${action} (${email ?? 'removed'})`,
      more: null,
    })),
    ...(await answersTo(db, id, kind)).map(({ id, at, email, subject, text, delivery, settled_at }) => {
      const when = delivery === 'sent' && settled_at ? `sent ${moment(settled_at)}` : deliveries[delivery];
      const more = fold(subject, html`<p className="plain-text">${text}</p>`);
      return { id, at, words: `answer from ${email ?? 'somebody who was removed'}: ${when}`, more };
    }),
  ].sort((one, other) => (one.at < other.at ? -1 : 1));
  return html`<ul className="vstack list-unstyled">
    ${events.map(({ id, at, words, more }) => html`<li key=${id} className="border-top py-3">${moment(at)}: ${words} ${more}</li>`)}
  </ul>`;
}
