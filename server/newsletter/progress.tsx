import type { Config } from '../config.ts';
import { hourMs } from '../lib/durations.ts';
import { spokenMoment } from '../lib/local-time.ts';
import { Actions, ButtonLink, moment, Press } from '../office/components.tsx';
import { officePaths } from '../office/office-paths.ts';
import type { Store } from '../store/open-store.ts';
import { countSending, lastDue, type Newsletter, problemsOf } from './newsletters.ts';

type Sending = { store: Store; config: Config };

const wasOrWere = (count: number) => (count === 1 ? 'was' : 'were');

/** For example, "37 of 40 sent, the rest by about 15:10." or "Stopped (554 Relay access denied). 3 of 40 sent." */
export async function progressWords(
  { store, config }: Sending,
  { id, state, reason, messages, sent, not_accepted, perhaps, given_up, dropped }: Newsletter,
): Promise<string> {
  const left = messages - sent - not_accepted - perhaps - given_up - dropped;
  const stopped = reason === null ? 'Stopped. ' : `Stopped (${reason}). `;
  const counts = `${state === 'stopped' ? stopped : ''}${sent} of ${messages} sent`;
  if (state !== 'sending' || left === 0) return `${counts}.`;
  const until = Date.parse((await lastDue(store.db, id)) ?? '');
  const end = Math.max(Date.now() + (left / config.newsletterPerHour) * hourMs, until || 0);
  return `${counts}, the rest by about ${spokenMoment(new Date(end)).replace(/^today, /, '')}.`;
}

/** Shows a newsletter that is being sent, was stopped or has been sent. */
export async function progressBody(section: Sending, letter: Newsletter) {
  const { id, state, sent_at, ended_at, messages, sent, not_accepted, perhaps, given_up, dropped } = letter;
  const problems = await problemsOf(section.store.db, id, 100);
  const sending = await countSending(section.store.db, id);
  const path = officePaths.letter(id);
  const facts = [
    sending > 0 && `${sending} ${sending === 1 ? 'is' : 'are'} being sent.`,
    perhaps > 0 && `${perhaps} may have been sent and will not be sent again.`,
    not_accepted + given_up > 0 &&
      `${not_accepted + given_up} ${wasOrWere(not_accepted + given_up)} not accepted.`,
    dropped > 0 && `${dropped} ${wasOrWere(dropped)} not sent (unsubscribed, stopped or restored).`,
  ];
  return (
    <>
      {sent_at && (
        <p>
          Started {moment(sent_at)}.{ended_at && ` Ended ${moment(ended_at)}.`}
        </p>
      )}
      <p>
        {await progressWords(section, letter)}
        {messages > 0 && <progress aria-label="Sent" value={sent} max={messages} />}
      </p>
      <p>{facts.filter(Boolean).join(' ')}</p>
      <Actions>
        {state === 'stopped' && (
          <Press action={`${path}/continue`} isPrimary>
            Resume sending
          </Press>
        )}
        {state === 'sending' && <Press action={`${path}/stop`}>Stop sending</Press>}
        {state === 'sending' && <ButtonLink href={path}>Refresh</ButtonLink>}
        <ButtonLink href={officePaths.letterEmail(id)}>See the email</ButtonLink>
      </Actions>
      {problems.length > 0 && <h2>Not accepted</h2>}
      <ul>
        {problems.map((one) => (
          <li key={one.id}>
            {one.recipient}: {one.why}
            {one.state === 'waiting' || one.state === 'held' ? (
              ' (will be retried)'
            ) : (
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
