import type { ReactElement } from 'react';

import { Fold, moment, Press, Rows } from '../office/components.tsx';
import { logOf } from '../office/log.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Db } from '../store/schema.ts';
import { type AnswerEvent, answerState, mayHappen } from './answer-states.ts';
import { endOf, type Repliable, repliesTo, type Said } from './replies.ts';

/** An email on this page, and its id. */
type Sent = Said & { message: string; ended_at: string | null };

function saidOf(sent: Sent, isLast = true): string {
  const end = endOf(sent);
  if (end === undefined) return `was sent ${moment(sent.ended_at ?? '')}`;
  return isLast && mayHappen('told by phone', answerState(sent))
    ? `${end}. Please call or use WhatsApp.`
    : end;
}

/** Offers to repeat an email that ended without a 2xx, and to note that somebody called instead. */
function again({ message, ...sent }: Sent, isReply = true) {
  const may = (event: AnswerEvent) => mayHappen(event, answerState(sent));
  return (
    <>
      {may('sent again') && (
        <Press action={officePaths.again} values={{ message }}>
          Send again
        </Press>
      )}{' '}
      {isReply && may('told by phone') && (
        <Press action={officePaths.seen} values={{ messages: message, isOnPage: '1' }}>
          Told by phone
        </Press>
      )}
    </>
  );
}

type Event = { at: string; title: string; said?: string; more?: ReactElement };

/** To a visitor, that what was sent has arrived. */
const confirmation = (sent: Sent): Event =>
  endOf(sent) === undefined
    ? { at: sent.ended_at ?? sent.at, title: 'Confirmation sent' }
    : { at: sent.at, title: 'Confirmation', said: saidOf(sent), more: again(sent, false) };

const nameOf = (email: string | null) => email ?? 'a former colleague';

/** Lists what happened to an application or enquiry, oldest first. */
export async function history(
  db: Db,
  { id, received }: { id: string; received: string },
  kind: Repliable,
  receipt?: Sent,
) {
  const log = await logOf(db, { kind, id });
  const replies = await repliesTo(db, id, kind);
  const events: Event[] = [
    { at: received, title: 'Received' },
    ...(receipt ? [confirmation(receipt)] : []),
    // A reply is listed with its text.
    ...log
      .filter(({ action }) => !['answered', 'asked something about'].includes(action))
      .map(({ at, email, action }) => ({ at, title: `${nameOf(email)}: ${action}` })),
    ...replies.map(({ email, subject, text, is_last, ...sent }) => ({
      at: sent.at,
      title: `${sent.asks === 1 ? 'Question' : 'Reply'} from ${nameOf(email)}`,
      said: saidOf(sent, is_last === 1),
      more: (
        <>
          <Fold summary={subject}>
            <p className="plain-text">{text}</p>
          </Fold>{' '}
          {is_last === 1 && again(sent)}
        </>
      ),
    })),
  ];
  return (
    <Rows
      items={events
        .sort((one, other) => Number(one.at > other.at) - Number(one.at < other.at))
        .map(({ at, said, ...event }) => ({
          ...event,
          facts: [moment(at), said].filter(Boolean).join(' · '),
        }))}
    />
  );
}
