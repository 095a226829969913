import type { Config } from '../config.ts';
import { hourMs } from '../lib/durations.ts';
import { spokenMoment } from '../lib/local-time.ts';
import { Actions, ButtonLink, moment, Press } from '../office/components.tsx';
import { officePaths } from '../office/office-paths.ts';
import { findStopped } from '../outgoing/channel.ts';
import { said } from '../outgoing/said.ts';
import type { Store } from '../store/open-store.ts';
import type { Newsletter } from './newsletters.ts';
import { countMessages, detailsOf, missed, problemsOf, sumOf } from './sending.ts';

type Sending = { store: Store; config: Config };

/** For example, "37 of 40 sent, the rest by about 15:10. 1 was not accepted." or "Stopped (554 Relay access denied). 3 of 40 sent." */
export async function progressWords({ store, config }: Sending, newsletter: Newsletter): Promise<string> {
  const { id, state, reason } = newsletter;
  const counts = await countMessages(store.db, newsletter);
  const { sent = 0, waiting = 0, sending = 0 } = counts;
  const { refused, why, until } = await detailsOf(store.db, id);
  const left = waiting + sending;
  const facts = [
    [sending, { state: 'sending', why: null }],
    [refused, { state: 'waiting', why, refused_at: `${refused}` }],
    [counts['not accepted'], { state: 'not accepted', why: null }],
    [counts.perhaps, { state: 'perhaps', why: null }],
    [counts['given up'], { state: 'given up', why: null }],
    [counts.dropped, { state: 'dropped', why: 'unsubscribed' }],
  ] as const;
  const stopped = reason === null ? 'Stopped. ' : `Stopped (${reason}). `;
  const isGoing = state === 'sending' && left > 0 && (await findStopped(store.db)) === undefined;
  const end = Math.max(Date.now() + (left / config.newsletterPerHour) * hourMs, Date.parse(until ?? '') || 0);
  const rest = isGoing && `, the rest by about ${spokenMoment(new Date(end)).replace(/^today, /, '')}`;
  return [
    `${state === 'stopped' ? stopped : ''}${sent} of ${sumOf(counts)} sent${rest || ''}.`,
    ...facts.map(([count = 0, told]) => count > 0 && `${count} ${said(told, count)}.`),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Shows a newsletter that is being sent, was stopped or has been sent. */
export async function progressBody(section: Sending, newsletter: Newsletter) {
  const { id, state, sent_at, ended_at } = newsletter;
  const counts = await countMessages(section.store.db, newsletter);
  const { undecided, unreached } = await detailsOf(section.store.db, id);
  const isUndecided = state === 'stopped' && undecided > 0;
  const problems = await problemsOf(section.store.db, id, 100);
  const isUnseen = newsletter.seen_at === null && missed(counts) > 0;
  const path = officePaths.newsletter(id);
  return (
    <>
      {sent_at && (
        <p>
          Started {moment(sent_at)}.{state === 'ended' && ended_at && ` Ended ${moment(ended_at)}.`}
        </p>
      )}
      <p>
        {await progressWords(section, newsletter)}
        {sumOf(counts) > 0 && <progress aria-label="Sent" value={counts.sent ?? 0} max={sumOf(counts)} />}
      </p>
      {isUndecided && (
        <p>
          Addresses that were not accepted may be dead, or our mail server may be on a blocklist. None counts
          as dead until you say so; “Resume sending” continues with the others and tries these once more at
          the end.
        </p>
      )}
      <Actions>
        {state === 'stopped' && (
          <Press action={`${path}/continue`} isPrimary>
            Resume sending
          </Press>
        )}
        {isUndecided && <Press action={`${path}/dead`}>They are dead</Press>}
        {state === 'ended' && unreached > 0 && (
          <Press action={`${path}/unreached`} isPrimary>
            {unreached === 1
              ? 'Send to the one it did not reach'
              : `Send to the ${unreached} it did not reach`}
          </Press>
        )}
        {state === 'ended' && isUnseen && (
          <Press action={officePaths.seen} values={{ newsletters: id }}>
            Seen
          </Press>
        )}
        {state === 'sending' && <Press action={`${path}/stop`}>Stop sending</Press>}
        {state === 'sending' && <ButtonLink href={path}>Refresh</ButtonLink>}
        <ButtonLink href={officePaths.newsletterEmail(id)}>See the email</ButtonLink>
      </Actions>
      {problems.length > 0 && <h2>Not reached</h2>}
      <ul>
        {problems.map((one) => (
          <li key={one.id}>
            <bdi>{one.recipient}</bdi>: {said(one)}{' '}
            {one.state !== 'waiting' && state !== 'stopped' && (
              <Press action={officePaths.again} values={{ message: one.id }}>
                Send again
              </Press>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
