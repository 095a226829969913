import type { ReactElement } from 'react';

import { said } from '../mail/said.ts';
import { Fold, moment, Press, Rows } from '../office/components.tsx';
import { logOf } from '../office/log.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Db, MessageState } from '../store/schema.ts';
import { type Repliable, repliesTo } from './replies.ts';

/** `message`: null once it is deleted. */
type Sent = {
  delivery: MessageState;
  settled_at: string | null;
  why: string | null;
  refused_at: string | null;
  message: string | null;
};

function saidOf({ delivery, settled_at, ...sent }: Sent, isLost = true): string {
  const words = said({ state: delivery, ...sent });
  if (!isLost && (delivery === 'not accepted' || delivery === 'given up')) return `${words}; told by phone`;
  if (delivery === 'sent' && settled_at) return `${words} ${moment(settled_at)}`;
  return isUnreached(delivery) ? `${words}. Please call or use WhatsApp.` : words;
}

const isUnreached = (state: MessageState) => ['not accepted', 'perhaps', 'given up'].includes(state);

/** Offers to repeat an email that ended without a 2xx. `lost`: the id of a reply's message that reached nobody. */
const again = ({ delivery, message }: Sent, lost?: string) =>
  isUnreached(delivery) && (
    <>
      {message !== null && (
        <Press action={officePaths.again} values={{ message }}>
          Send again
        </Press>
      )}{' '}
      {lost && (
        <Press action={officePaths.seen} values={{ messages: lost, isOnPage: '1' }}>
          Told by phone
        </Press>
      )}
    </>
  );

type Event = { at: string; title: string; said?: string; more?: ReactElement };

const nameOf = (email: string | null) => email ?? 'a person who was removed';

/** Lists what happened to an application or enquiry, oldest first. */
export async function history(
  db: Db,
  { id, received }: { id: string; received: string },
  kind: Repliable,
  receipt?: Sent & { at: string },
) {
  const log = await logOf(db, { kind, id });
  const replies = await repliesTo(db, id, kind);
  const events: Event[] = [
    { at: received, title: 'Received' },
    ...(receipt
      ? [{ at: receipt.at, title: 'Receipt', said: saidOf(receipt), more: again(receipt) || undefined }]
      : []),
    // A reply is listed with its text.
    ...log
      .filter(({ action }) => !['answered', 'asked something about'].includes(action))
      .map(({ at, email, action }) => ({ at, title: `${nameOf(email)}: ${action}` })),
    ...replies.map(({ at, email, subject, text, asks, lost, ...sent }) => ({
      at,
      title: `${asks === 1 ? 'Question' : 'Reply'} from ${nameOf(email)}`,
      said: saidOf(sent, lost !== undefined),
      more: (
        <>
          <Fold summary={subject}>
            <p className="plain-text">{text}</p>
          </Fold>{' '}
          {again(sent, lost)}
        </>
      ),
    })),
  ];
  return (
    <Rows
      items={events
        .sort((one, other) => (one.at < other.at ? -1 : 1))
        .map(({ at, said, ...event }) => ({
          ...event,
          facts: [moment(at), said].filter(Boolean).join(' · '),
        }))}
    />
  );
}
