import {
  type Content,
  type End,
  type Has,
  isNewest,
  type Message,
  type Newsletter,
  nameOf,
  type State,
} from './model-state.ts';

export const ofNewsletter = (state: State) =>
  state.messages.filter((one) => one.kind === 'newsletter' && isNewest(state, one));

/** Enough ended messages to judge by. */
export const leastToJudge = 2;

/** `from`: the end that is replaced. `to`: null if a new message takes its place. */
export function count(state: State, message: Message, from: End | null, to: End | null, has: Has): void {
  const { newsletter } = state;
  if (message.kind !== 'newsletter' || (!isNewest(state, message) && has('newest'))) return;
  if (from !== null) newsletter.counts[from] -= 1;
  if (to !== null) newsletter.counts[to] += 1;
  countAddress(newsletter, message, from, to, has);
  if (from === null && to !== null && to !== 'dropped') {
    newsletter.recent += 1;
    if (to === 'not accepted') newsletter.recentAddresses += 1;
  }
  if (newsletter.state === 'sending' && isBlocked(newsletter) && has('blocklist')) {
    stop(state, has);
    newsletter.isDoubted = true;
    for (const one of ofNewsletter(state))
      if (one.state === 'not accepted' && has('doubted')) one.refusals -= 1;
  }
  endIfOver(state, has);
}

export const isBlocked = ({ recent, recentAddresses }: Newsletter) =>
  recent >= leastToJudge && recentAddresses * 3 > recent;

function countAddress(
  { isDoubted }: Newsletter,
  message: Message,
  from: End | null,
  to: End | null,
  has: Has,
): void {
  const counts = !isDoubted || !has('doubted');
  if (to === 'sent') message.refusals = 0;
  else if (counts && to === 'not accepted') message.refusals += 1;
  else if (counts && from === 'not accepted' && message.refusals > 0) message.refusals -= 1;
}

/** Somebody says that the addresses which were not accepted are dead. */
export function declareDead(state: State, has: Has): boolean {
  if (!state.newsletter.isDoubted) return false;
  Object.assign(state.newsletter, { isDoubted: false, recent: 0, recentAddresses: 0 });
  for (const one of ofNewsletter(state)) if (one.state === 'not accepted') one.refusals += 1;
  endIfOver(state, has);
  return true;
}

export function endIfOver(state: State, has: Has): void {
  const { newsletter } = state;
  if (newsletter.isDoubted && has('undecided')) return;
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
