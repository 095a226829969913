import type { ReactElement } from 'react';

import { Fold, moment, Press, Rows } from '../office/components.tsx';
import { logOf } from '../office/log.ts';
import { officePaths } from '../office/office-paths.ts';
import { endValue } from '../outgoing/ended.ts';
import { delayWords } from '../outgoing/said.ts';
import type { Db } from '../store/schema.ts';
import type { Received } from '../store/submissions.ts';
import { type Ending, endOf, repliesTo } from './replies.ts';

/** An email on this page, and its id. */
type Sent = Ending & { at: string; message: string; attempts: number; ended_at: string | null };

function saidOf(sent: Sent, isLast = true): string {
  const end = endOf(sent);
  if (end === undefined) return `was sent ${moment(sent.ended_at ?? '')}`;
  return isLast && isLost(sent) ? `${end}. Please call or use WhatsApp.` : end;
}

const isLost = ({ delivery, phoned_at }: Sent) => delivery === 'failed' && phoned_at === null;

/** Offers to repeat an email that failed, and to note that somebody called instead, or that one came back by email. */
function again(sent: Sent, isReply = true) {
  const { message: id, attempts, delivery } = sent;
  const values = { messages: endValue([{ id, attempts }]), isOnPage: '1' };
  return (
    <>
      {delivery === 'failed' && (
        <Press action={officePaths.again} values={values}>
          Send again
        </Press>
      )}{' '}
      {isReply && isLost(sent) && (
        <Press action={officePaths.seen} values={values}>
          Told by phone
        </Press>
      )}
      {delivery === 'sent' && (
        <Press action={officePaths.cameBack} values={values}>
          It came back
        </Press>
      )}
    </>
  );
}

type Event = { at: string; title: string; said?: string; more?: ReactElement };

/** To a visitor, that what was sent has arrived. */
const confirmation = (sent: Sent): Event =>
  endOf(sent) === undefined
    ? { at: sent.ended_at ?? sent.at, title: 'Confirmation sent', more: again(sent, false) }
    : { at: sent.at, title: 'Confirmation', said: saidOf(sent), more: again(sent, false) };

const nameOf = (email: string | null) => email ?? 'a former colleague';

/** Lists what happened to an application or enquiry, oldest first. */
export async function history(
  db: Db,
  { id, received }: { id: string; received: string },
  kind: Received,
  receipt?: Sent,
) {
  const log = await logOf(db, { kind, id });
  const replies = await repliesTo(db, id, kind);
  const isWaiting = [...replies, ...(receipt ? [receipt] : [])].some(
    ({ delivery }) => delivery === 'waiting' || delivery === 'sending',
  );
  const delay = isWaiting && (await delayWords(db));
  const events: Event[] = [
    { at: received, title: 'Received' },
    ...(receipt ? [confirmation(receipt)] : []),
    // A reply is listed with its text.
    ...log
      .filter(({ action }) => !['answered', 'asked something about'].includes(action))
      .map(({ at, email, action }) => ({ at, title: `${nameOf(email)}: ${action}` })),
    ...replies.map(({ email, subject, text, is_last, asks, ...sent }) => ({
      at: sent.at,
      title: `${asks === 1 ? 'Question' : 'Reply'} from ${nameOf(email)}`,
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
    <>
      {delay && <p>{delay}</p>}
      <Rows
        items={events
          .sort((one, other) => Number(one.at > other.at) - Number(one.at < other.at))
          .map(({ at, said, ...event }) => ({
            ...event,
            facts: [moment(at), said].filter(Boolean).join(' · '),
          }))}
      />
    </>
  );
}
