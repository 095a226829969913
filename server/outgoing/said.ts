import { spokenMoment } from '../lib/local-time.ts';
import { leaseMs } from '../lib/poll.ts';
import type { Db } from '../store/schema.ts';
import { findStopped } from './channel.ts';
import type { Message } from './kinds.ts';

export type Told = Pick<Message, 'state' | 'why' | 'first_at'>;

const since = (time: string) => spokenMoment(new Date(time)).replace(/^today, /, '');

/** Says how an email ended or why it waits, the same on every page; after "It" or "The email", or after a number of emails. */
export function said({ state, why, first_at }: Told, count = 1): string {
  const [be, was, have] = count === 1 ? ['is', 'was', 'has'] : ['are', 'were', 'have'];
  const reason = why ? ` (${why})` : '';
  if (state === 'sent') return `${was} sent`;
  if (state === 'failed') return `failed${reason}`;
  if (first_at !== null && why) return `${have} been tried since ${since(first_at)}${reason}`;
  return `${be} ${state === 'sending' ? 'being sent' : 'waiting to be sent'}`;
}

/** What is wrong, by an error's code; after "The mail server". */
const troubles: [RegExp, string][] = [
  [/^EAUTH/, 'refuses our login'],
  [/CERT|SELF_SIGNED|LEAF_SIGNATURE/, 'has a certificate that we cannot trust'],
  [/SSL|EPROTO|ETLS/, 'does not begin with TLS on this port: use smtp://, or port 465'],
  [/Timeout|ETIMEDOUT/, 'does not answer: if its port begins with TLS, as 465 does, use smtps://'],
  [/ [45]\d\d$/, 'refuses our email'],
];

export const troubleOf = (problem: string) =>
  troubles.find(([code]) => code.test(problem))?.[1] ?? 'cannot be reached';

/**
 * Says why no email leaves, for each page that says that one is on its way; nothing while they leave. `waits`: what waits.
 * `isPublic`: leaves out what the mail server said, which may name our login.
 */
export async function delayWords(db: Db, { waits = 'all email waits', isPublic = false } = {}) {
  const stopped = await findStopped(db);
  // Long after the next try nothing waits that was tried: nobody knows.
  if (stopped === undefined || Date.parse(stopped.nextTry) < Date.now() - leaseMs) return '';
  const why = isPublic ? '' : ` (${stopped.why})`;
  return `The mail server ${troubleOf(stopped.problem)}, since ${since(stopped.since)}${why}; ${waits}.`;
}
