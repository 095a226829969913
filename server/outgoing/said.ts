import { spokenMoment } from '../lib/local-time.ts';
import type { MessageState } from '../store/schema.ts';
import type { Stopped } from './channel.ts';

/** `refused_at`: when the mail server refused it for a reason other than the address; it is tried again. */
export type Told = { state: MessageState; why: string | null; refused_at?: string | null };

const words: Record<MessageState | 'refused', [one: string, several?: string]> = {
  waiting: ['is waiting to be sent', 'are waiting to be sent'],
  sending: ['is being sent', 'are being sent'],
  sent: ['was sent', 'were sent'],
  'not accepted': ['was not accepted', 'were not accepted'],
  perhaps: ['may have arrived'],
  'given up': ['was not sent', 'were not sent'],
  dropped: ['was not sent', 'were not sent'],
  refused: ['was refused', 'were refused'],
};

/** Says how an email ended or why it waits, the same on every page; after "It" or "The email", or after a number of emails. */
export function said({ state, why, refused_at }: Told, count = 1): string {
  const isRefused = refused_at && (state === 'waiting' || state === 'sending');
  const [one, several = one] = words[isRefused ? 'refused' : state];
  const reason = why && state !== 'sent' ? ` (${why})` : '';
  return `${count === 1 ? one : several}${reason}`;
}

/** Says why no email leaves. `stopped`: undefined without a mail server. */
export function saidOfChannel(stopped: Stopped | undefined, waiting: number): string {
  const wait = waiting === 1 ? '1 email waits' : `${waiting} emails wait`;
  if (stopped === undefined) return `${wait}, because no mail server is set up.`;
  const since = spokenMoment(new Date(stopped.since)).replace(/^today, /, '');
  const how = stopped.isRefusal ? 'refuses our email' : 'cannot be reached';
  return `The mail server ${how} since ${since} (${stopped.why}); ${wait}.`;
}
