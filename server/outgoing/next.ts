import { dayMs, hourMs } from '../lib/durations.ts';
import { spoken } from '../lib/local-time.ts';
import type { Message } from './kinds.ts';

/**
 * What came of a try. `sent`: a 2xx to the text. `refused`: a 5xx from RCPT on, or no address. `later`: a 4xx from RCPT on, no
 * answer before the text, or a lease that is over. `silent`: no answer to the text. `channel`: our MAIL was not accepted.
 * `nothing`: there is nothing to say any more.
 */
export type Outcome = 'sent' | 'refused' | 'later' | 'silent' | 'channel' | 'nothing';

export type Tried = Pick<Message, 'first_at' | 'claimed_at' | 'silent' | 'why' | 'ended_at'>;
type Next = Pick<Message, 'state'> & Partial<Message>;

const firstWaitMs = 20_000;
/** No message waits longer for its next try, but for one that is told to begin later. */
export const longestWaitMs = dayMs;

/** Twice as long each time, because it adds the time from the first try to the last. */
export const waitMs = (first: string, last: string, longestMs: number) =>
  Math.min(longestMs, firstWaitMs + Math.max(0, Date.parse(last) - Date.parse(first)));

/** What a message becomes; undefined: its row goes. `why`: what the mail server said. */
export function next(
  message: Tried,
  outcome: Outcome,
  why: string | null,
  retryForMs: number,
  now: number,
): Next | undefined {
  const iso = (ms: number) => new Date(now + ms).toISOString();
  const { first_at, claimed_at: last } = message;
  const first = first_at ?? iso(0);
  const words = why ?? message.why;
  const ended_at = message.ended_at ?? iso(0);
  const failed = (said: string | null): Next => ({ state: 'failed', why: said, silent: 0, ended_at });
  if (outcome === 'nothing') return undefined;
  if (outcome === 'sent') return { ...failed(why), state: 'sent' };
  if (outcome === 'refused') return failed(why);
  if (outcome === 'channel')
    return {
      state: 'waiting',
      due_at: iso(0),
      claimed_at: null,
      first_at: first_at === last ? null : first_at,
    };
  if (outcome === 'silent')
    return message.silent === 0
      ? { state: 'waiting', why: 'no answer', silent: 1, due_at: iso(hourMs) }
      : failed('no answer: it may have arrived');
  if (now - Date.parse(first) > retryForMs)
    return failed(`tried since ${spoken(new Date(first))}${words === null ? '' : `: ${words}`}`);
  return { state: 'waiting', why: words, silent: 0, due_at: iso(waitMs(first, last ?? first, hourMs)) };
}
