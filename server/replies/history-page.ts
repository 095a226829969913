import type { ReactElement } from 'react';

import { fold, html, moment, rows } from '../office/components.ts';
import { logOf } from '../office/log.ts';
import type { Db } from '../store/schema.ts';
import { type Answerable, repliesTo } from './replies.ts';

const deliveries = {
  waiting: 'waits to be sent',
  sent: 'sent',
  refused: 'not accepted: call or WhatsApp',
  perhaps: 'perhaps sent: the mail server went silent',
} as const;

type Sent = { delivery: keyof typeof deliveries; settled_at: string | null };

const saidOf = ({ delivery, settled_at }: Sent) =>
  delivery === 'sent' && settled_at ? `sent ${moment(settled_at)}` : deliveries[delivery];

type Event = { at: string; title: string; said?: string; more?: ReactElement };

const nameOf = (email: string | null) => email ?? 'somebody who was removed';

/** What happened to an application or enquiry, the oldest first. */
export async function history(
  db: Db,
  { id, received }: { id: string; received: string },
  kind: Answerable,
  receipt?: Sent & { at: string },
) {
  const log = await logOf(db, { kind, id });
  const answers = await repliesTo(db, id, kind);
  const events: Event[] = [
    { at: received, title: 'Received' },
    ...(receipt ? [{ at: receipt.at, title: 'Receipt', said: saidOf(receipt) }] : []),
    // An answer is listed with its text.
    ...log
      .filter(({ action }) => action !== 'answered')
      .map(({ at, email, action }) => ({ at, title: `${nameOf(email)}: ${action}` })),
    ...answers.map(({ at, email, subject, text, ...sent }) => ({
      at,
      title: `Answer from ${nameOf(email)}`,
      said: saidOf(sent),
      more: fold(subject, html`<p className="plain-text">${text}</p>`),
    })),
  ];
  return rows(
    events
      .sort((one, other) => (one.at < other.at ? -1 : 1))
      .map(({ at, said, ...event }) => ({ ...event, facts: [moment(at), said].filter(Boolean).join(' · ') })),
  );
}
