import { type Content, type End, type Has, type Message, nameOf, type State } from './model-state.ts';

export const ofNewsletter = ({ messages }: State) => messages.filter(({ kind }) => kind === 'newsletter');

export function count(state: State, { kind }: Message, end: End, by: 1 | -1, has: Has): void {
  const { newsletter } = state;
  if (kind !== 'newsletter') return;
  newsletter.counts[end] += by;
  const all = Object.values(newsletter.counts).reduce((sum, one) => sum + one, 0);
  const mayEnd = newsletter.state === 'sending' || (newsletter.state === 'stopped' && has('ends'));
  if (mayEnd && all === ofNewsletter(state).length) newsletter.state = 'ended';
}

export function stop(state: State, has: Has): boolean {
  const { newsletter } = state;
  const mayStop = newsletter.state === 'sending' || (newsletter.state === 'ended' && !has('stopsSending'));
  if (!mayStop) return false;
  newsletter.state = 'stopped';
  for (const message of ofNewsletter(state)) {
    const isClaimed = message.state === 'sending' && !message.isHandedOver;
    if ((message.state === 'waiting' && has('held')) || (isClaimed && has('heldClaims')))
      message.state = 'held';
  }
  return true;
}

const compose = ({ newsletter, article }: State): Content => ({ text: newsletter.text, article });

export function edit({ newsletter }: State, has: Has): boolean {
  if (newsletter.state !== 'draft') return false;
  newsletter.text += 1;
  if (has('change')) newsletter.test = null;
  return true;
}

/** Stores the finished email; an unchanged one stays tested. */
export function askForTest(state: State, has: Has): boolean {
  const { newsletter, messages } = state;
  const tests = messages.filter(({ kind }) => kind === 'test');
  const free = tests.find((one) => one.state === 'none' && !one.isExpired);
  if (newsletter.state !== 'draft' || free === undefined) return false;
  const email = compose(state);
  const isSame = newsletter.test !== null && nameOf(newsletter.test) === nameOf(email);
  if (!isSame) newsletter.test = { ...email, isSent: false };
  for (const other of tests)
    if (!has('eachTest') && other.state === 'waiting')
      Object.assign(other, { state: 'none', isExpired: true });
  free.state = 'waiting';
  return true;
}

/** Returns false if it is refused. */
export function sendToAll(state: State, has: Has): boolean {
  const { newsletter, article, read } = state;
  const { test } = newsletter;
  if (newsletter.state !== 'draft' || !test?.isSent) return false;
  if (test.article > 0 && article === 0 && has('article')) return false;
  newsletter.state = 'sending';
  for (const message of ofNewsletter(state)) message.state = 'waiting';
  const email = has('asTested') ? test : compose(state);
  if (!read.includes(nameOf(email))) state.wrong = 'goes to all, but nobody has received it as a test';
  if (email.text !== newsletter.text) state.wrong = 'goes to all, but the draft says something else';
  if (email.article > 0 && article === 0) state.wrong = 'goes to all with an article that is not on the site';
  return true;
}
