import { Refusal } from '../lib/refusal.ts';
import { counted, Press } from '../office/components.tsx';
import { found, personOf, text } from '../office/form.ts';
import { logAction } from '../office/log.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Section } from '../office/section.ts';
import type { TodayOf } from '../office/today.ts';
import { sendAgain } from '../outgoing/queue.ts';
import { said } from '../outgoing/said.ts';
import { recordPhoned } from './replies.ts';
import { markSeen, type Subject, subjectOf, type Unreached, unreachedEmails } from './unreached.ts';

export const unreachedToday: TodayOf = async ({ store }) => ({
  more: unreachedLines(await unreachedEmails(store.db)),
});

const mostNames = 20;

/** Replies that ended; the others are tried again, were dropped, or answer nobody. */
const isLost = ({ kind, state }: Unreached) =>
  kind === 'reply' && ['not accepted', 'perhaps', 'given up'].includes(state);

/** One line for all that ended or wait in the same way. */
export function unreachedLines(unsent: Unreached[]) {
  const ways = new Map<string, Unreached[]>();
  for (const one of unsent) {
    const way = `${said(one, 2)} ${isLost(one)}`;
    ways.set(way, [...(ways.get(way) ?? []), one]);
  }
  if (ways.size === 0) return undefined;
  return [...ways.values()].map((all) => {
    const [first] = all;
    const shown = all.slice(0, mostNames);
    return (
      first && (
        <div key={first.id}>
          <p>
            {counted(all.length, 'email')} {said(first, all.length)}:{' '}
            {shown.map(({ id, name, application, enquiry }) => (
              <span key={id}>
                <a href={pathOf({ newsletter: null, application, enquiry })}>
                  <bdi>{name}</bdi>
                </a>{' '}
              </span>
            ))}
            {all.length > shown.length && `and ${all.length - shown.length} more`}
          </p>
          <Press action={officePaths.seen} values={{ messages: shown.map(({ id }) => id).join() }}>
            {isLost(first) ? 'Told by phone' : 'Seen'}
          </Press>
        </div>
      )
    );
  });
}

/** Handles the buttons for emails that were not sent. */
export function serveUnreached({ onPost }: Section): void {
  onPost(officePaths.seen, async (trx, request) => {
    const messages = text(request, 'messages');
    if (messages !== '' && personOf(request).role === 'editor')
      throw new Refusal(403, 'This is not part of your access.');
    const ids = messages.split(',');
    await markSeen(trx, 'messages', ids);
    await markSeen(trx, 'newsletters', text(request, 'newsletters').split(','));
    const { id: person } = personOf(request);
    const told = await recordPhoned(trx, ids, person);
    for (const id of told) await logAction(trx, person, 'told by phone', { kind: 'application', id });
    const about = text(request, 'isOnPage') === '' ? undefined : await subjectOf(trx, ids[0] ?? '');
    return {
      to: telling(about ? pathOf(about) : officePaths.home, told.length > 0 ? 'told-by-phone' : 'seen'),
    };
  });

  onPost(officePaths.again, async (trx, request) => {
    const id = text(request, 'message');
    const about = found(await subjectOf(trx, id));
    if (about.newsletter === null && personOf(request).role === 'editor')
      throw new Refusal(403, 'This is not part of your access.');
    if (about.is_last === 0)
      throw new Refusal(409, 'Something else was said to them since. Write to them again instead.');
    if (!(await sendAgain(trx, id))) throw new Refusal(409, 'It has already been sent, or is about to be.');
    return { to: telling(pathOf(about), 'answered'), did: 'sent an email again' };
  });
}

function pathOf({ newsletter, application, enquiry }: Omit<Subject, 'is_last'>) {
  if (newsletter) return officePaths.newsletter(newsletter);
  if (application) return officePaths.application(application);
  return enquiry ? officePaths.enquiry(enquiry) : officePaths.home;
}
