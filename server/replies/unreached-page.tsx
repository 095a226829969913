import type { FastifyRequest } from 'fastify';

import { Refusal } from '../lib/refusal.ts';
import { counted, Press } from '../office/components.tsx';
import { found, personOf, text } from '../office/form.ts';
import { logAction } from '../office/log.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Change, Section } from '../office/open-section.ts';
import type { TodayOf } from '../office/today.ts';
import { cameBack, type End, endsIn, endValue, markSeen, sendAgain } from '../outgoing/ended.ts';
import { said } from '../outgoing/said.ts';
import type { Trx } from '../store/schema.ts';
import { recordPhoned } from './replies.ts';
import { type Subject, subjectOf, type Unreached, unreachedEmails } from './unreached.ts';

export const unreachedToday: TodayOf = async ({ store }) => ({
  more: unreachedLines(await unreachedEmails(store.db)),
});

const mostNames = 20;

/** One line for all that ended or wait in the same way. */
function unreachedLines(unsent: Unreached[]) {
  const ways = Map.groupBy(unsent, (one) => `${said(one, 2)} ${one.kind === 'reply'}`);
  if (ways.size === 0) return undefined;
  return [...ways.values()].map((all) => {
    const [first] = all;
    const shown = all.slice(0, mostNames);
    return (
      first && (
        <div key={first.id}>
          <p>
            {counted(all.length, 'email')} {said(first, all.length)}:{' '}
            {shown.map((one) => (
              <span key={one.id}>
                {one.kind === 'operator' ? (
                  <bdi>{one.name}</bdi>
                ) : (
                  <a href={pathOf(one)}>
                    <bdi>{one.name}</bdi>
                  </a>
                )}{' '}
              </span>
            ))}
            {all.length > shown.length && `and ${all.length - shown.length} more`}
          </p>
          {first.state === 'failed' && (
            <Press action={officePaths.seen} values={{ messages: endValue(shown) }}>
              {first.kind === 'reply' ? 'Told by phone' : 'Seen'}
            </Press>
          )}
        </div>
      )
    );
  });
}

/** Handles the buttons for emails that were not sent. */
export function serveUnreached({ onPost }: Section): void {
  onPost(officePaths.seen, seeEnds);
  onPost(officePaths.again, sendEndAgain);
  onPost(officePaths.cameBack, noteReturn);
}

export const seeEnds: Change = async (trx, request) => {
  const ends = endsIn(text(request, 'messages'));
  const { id: person } = personOf(request);
  await markSeen(trx, ends);
  const ids = ends.map(({ id }) => id);
  const told = await recordPhoned(trx, ids, person);
  for (const subject of told) await logAction(trx, person, 'told by phone', subject);
  const about = text(request, 'isOnPage') === '' ? undefined : await subjectOf(trx, ids[0] ?? '');
  return { to: telling(pathOf(about), told.length > 0 ? 'told-by-phone' : 'seen') };
};

/** The email that one button is about. */
async function endOn(trx: Trx, request: FastifyRequest): Promise<[End, Subject]> {
  const end = found(endsIn(text(request, 'messages'))[0]);
  return [end, found(await subjectOf(trx, end.id))];
}

export const sendEndAgain: Change = async (trx, request) => {
  const [end, about] = await endOn(trx, request);
  if (about.is_last === 0)
    throw new Refusal(409, 'They have had another message since. Write a new reply instead.');
  await sendAgain(trx, end);
  return { to: telling(pathOf(about), 'answered'), did: 'sent an email again' };
};

export const noteReturn: Change = async (trx, request) => {
  const [end, about] = await endOn(trx, request);
  await cameBack(trx, end, personOf(request).email);
  return { to: telling(pathOf(about), 'came-back'), did: 'noted that an email came back' };
};

function pathOf(about: Pick<Subject, 'application' | 'enquiry'> | undefined) {
  if (about?.application) return officePaths.application(about.application);
  return about?.enquiry ? officePaths.enquiry(about.enquiry) : officePaths.home;
}
