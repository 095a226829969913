import type { Config } from '../config.ts';
import { hourMs } from '../lib/durations.ts';
import { spokenMoment } from '../lib/local-time.ts';
import { Actions, ButtonLink, moment, Press } from '../office/components.tsx';
import { officePaths } from '../office/office-paths.ts';
import { delayWords } from '../outgoing/said.ts';
import type { Store } from '../store/open-store.ts';
import type { Newsletter } from './newsletters.ts';
import { countsOf } from './sending.ts';

type Sending = { store: Store; config: Config };

/** For example, "37 of 40 sent, 2 failed, the rest by about 15:10." or "Stopped (554 Relay access denied). 3 of 40 sent." */
export async function progressWords({ store, config }: Sending, newsletter: Newsletter): Promise<string> {
  const { id, state, reason } = newsletter;
  const { all, sent, failed, open } = await countsOf(store.db, id);
  const stopped = reason === null ? 'Stopped. ' : `Stopped (${reason}: ten in a row). `;
  const isGoing = state === 'sending' && open > 0;
  const delay = isGoing && (await delayWords(store.db));
  const end = Date.now() + (open / config.newsletterPerHour) * hourMs;
  const rest =
    isGoing && !delay && `the rest by about ${spokenMoment(new Date(end)).replace(/^today, /, '')}`;
  const facts = [`${sent} of ${all} sent`, failed > 0 && `${failed} failed`, rest].filter(Boolean);
  return `${state === 'stopped' ? stopped : ''}${facts.join(', ')}.${delay ? ` ${delay}` : ''}`;
}

export async function progressBody(section: Sending, newsletter: Newsletter) {
  const { id, state, sent_at, ended_at } = newsletter;
  const { all, sent, failed, unseen, unreached } = await countsOf(section.store.db, id);
  const path = officePaths.newsletter(id);
  return (
    <>
      {sent_at && (
        <p>
          Started {moment(sent_at)}.{state === 'ended' && ended_at && ` Ended ${moment(ended_at)}.`}
        </p>
      )}
      {all > 0 && (
        <p>
          {await progressWords(section, newsletter)}
          <progress aria-label="Sent" value={sent} max={all} />
        </p>
      )}
      {failed > 0 && (
        <p>
          <a href={officePaths.missedBy(id)}>Whom it did not reach</a>
        </p>
      )}
      <Actions>
        {state === 'stopped' && (
          <Press action={`${path}/continue`} isPrimary>
            Resume sending
          </Press>
        )}
        {state === 'ended' && unreached > 0 && (
          <Press action={`${path}/unreached`} values={{ count: String(unreached) }} isPrimary>
            Send to the {unreached === 1 ? 'one' : unreached} it did not reach
          </Press>
        )}
        {state === 'ended' && unseen > 0 && (
          <Press action={`${path}/seen`} values={{ count: String(unseen) }}>
            Seen
          </Press>
        )}
        {state === 'sending' && <Press action={`${path}/stop`}>Stop sending</Press>}
        {state === 'sending' && <ButtonLink href={path}>Refresh</ButtonLink>}
        <ButtonLink href={officePaths.newsletterEmail(id)}>See the email</ButtonLink>
      </Actions>
    </>
  );
}
