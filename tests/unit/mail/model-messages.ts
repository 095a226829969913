import { count, endIfOver, ofNewsletter, stop } from './model-newsletter.ts';
import {
  copyOf,
  type End,
  type Has,
  isEnded,
  isNewest,
  isOnceOnly,
  type Message,
  nameOf,
  noEnds,
  noFacts,
  type Outcome,
  pick,
  type Sender,
  type State,
} from './model-state.ts';

const mostRefused = 3;
const mostHandOvers = 3;

function end(state: State, message: Message, as: Exclude<End, 'sent'>, has: Has, isCounted = true): void {
  const isDoubtful = has('doubt') && message.handOvers > 0;
  message.state = isDoubtful ? 'perhaps' : as;
  message.hadEnd = true;
  if (isCounted) count(state, message, null, message.state, has);
}

function wait({ newsletter, isClockAhead }: State, message: Message, has: Has): void {
  const isStopped = message.kind === 'newsletter' && newsletter.state === 'stopped';
  message.state = isStopped && has('heldBack') ? 'held' : 'waiting';
  message.isHandedOver = false;
  message.isFar = isClockAhead;
}

/** Whether its wait or lease will end. */
export const comes = ({ isClockAhead }: State, { isFar }: Message, has: Has) =>
  !isFar || isClockAhead || has('bound');

/** While the channel is stopped, only its next try. */
export const mayClaim = ({ triesOfStopped }: State, has: Has) => !triesOfStopped || !has('pauses');

export function claim(state: State, at: number, has: Has): void {
  if (state.triesOfStopped !== null) state.triesOfStopped += 1;
  const message = pick(state.messages, at);
  const { test } = state.newsletter;
  message.state = 'sending';
  message.isFar = state.isClockAhead;
  message.isHandedOver = !has('handOver');
  if (message.isHandedOver) message.handOvers += 1;
  for (const earlier of state.senders) if (earlier.at === at) earlier.isOwner = false;
  const content = message.kind === 'test' ? test : null;
  const isChanged = message.kind === 'test' && test === null;
  const hadNothingToSay = message.isGone || message.isExpired || isChanged;
  state.senders.push({ at, step: 'claimed', isOwner: true, isHandedOver: false, hadNothingToSay, content });
}

const isCurrent = (message: Message, { isOwner }: Sender) => isOwner && message.state === 'sending';

export function open(state: State, has: Has): void {
  if (has('opens')) state.triesOfStopped = null;
}

/** Returns false if the server must leave the message alone. */
export function handOver(state: State, sender: Sender, has: Has): boolean {
  const message = pick(state.messages, sender.at);
  const isMine = isCurrent(message, sender);
  if (isMine) open(state, has);
  if (isMine) sender.isHandedOver = true;
  if (isMine && has('handOver')) {
    message.isHandedOver = true;
    message.handOvers += 1;
  }
  return isMine || !has('isCurrent');
}

export function dropForNothing(state: State, sender: Sender, has: Has): void {
  const message = pick(state.messages, sender.at);
  if (isCurrent(message, sender)) end(state, message, 'dropped', has);
}

export function settle(state: State, sender: Sender, outcome: Outcome, has: Has): void {
  const message = pick(state.messages, sender.at);
  const isMine = isCurrent(message, sender) || (message.state === 'sending' && !has('own'));
  if (outcome === 'accepted') accept(state, message, sender, has);
  else if (outcome === 'channel') stopChannel(state, message, isMine, has);
  else if (isMine && outcome === 'silence') fallSilent(state, message, has);
  else if (isMine) refuse(state, message, outcome, has);
}

/** The mail server refuses us, or cannot be reached. */
function stopChannel(state: State, message: Message, isMine: boolean, has: Has): void {
  state.triesOfStopped = 1;
  if (isMine && has('untouched')) wait(state, message, has);
  else if (isMine) fallSilent(state, message, has);
  if (isMine && isEnded(message)) state.wrong = 'ended because the channel was stopped';
}

function accept(state: State, message: Message, sender: Sender, has: Has): void {
  const { newsletter } = state;
  message.unheard -= 1;
  message.isHeard = true;
  if (sender.content && newsletter.test) {
    const isThis = nameOf(sender.content) === nameOf(newsletter.test);
    if (isThis || !has('thisTest')) newsletter.test.isSent = true;
  }
  if (message.state === 'sent' || !(has('late') || isCurrent(message, sender))) return;
  if (message.kind === 'newsletter') newsletter.refusedInARow = 0;
  const was = message.state;
  message.state = 'sent';
  message.hadEnd = true;
  const from =
    was === 'perhaps' || was === 'not accepted' || was === 'given up' || was === 'dropped' ? was : null;
  count(state, message, from, 'sent', has);
}

/** `refused`: for reasons other than the address. Counts each message once, so that three means three messages. */
function refuse(state: State, message: Message, outcome: Outcome, has: Has): void {
  const { newsletter } = state;
  if (message.isHandedOver) {
    message.unheard -= 1;
    if (has('answered')) message.handOvers -= 1;
  }
  if (outcome === 'no such address') end(state, message, 'not accepted', has);
  else if (message.isLong) end(state, message, 'given up', has);
  else wait(state, message, has);
  if (message.kind !== 'newsletter' || outcome !== 'refused' || message.wasRefused) return;
  message.wasRefused = true;
  newsletter.refusedInARow += 1;
  if (newsletter.refusedInARow >= mostRefused && has('inARow')) stop(state, has);
}

function fallSilent(state: State, message: Message, has: Has, isCounted = true): void {
  const isLast = isOnceOnly(message) ? has('onceOnly') : message.handOvers >= mostHandOvers && has('three');
  if (message.isHandedOver && isLast) end(state, message, 'perhaps', has, isCounted);
  else if (message.isLong) end(state, message, 'given up', has, isCounted);
  else wait(state, message, has);
}

export function endLease(state: State, at: number, has: Has): void {
  for (const sender of state.senders) if (sender.at === at) sender.isOwner = false;
  fallSilent(state, pick(state.messages, at), has, has('counts'));
}

export function goOn(state: State, has: Has): boolean {
  if (state.newsletter.state !== 'stopped') return false;
  const { isDoubted } = state.newsletter;
  for (const [at, message] of state.messages.entries())
    if (isDoubted && message.kind === 'newsletter' && message.state === 'not accepted' && has('onceMore'))
      sendAgain(state, at, has);
  Object.assign(state.newsletter, { ...noEnds, state: 'sending' });
  for (const message of ofNewsletter(state))
    if (message.state === 'held' && has('goesOn')) {
      Object.assign(message, { isLong: false, wasRefused: false, wasRestored: false });
      wait(state, message, has);
    }
  endIfOver(state, has);
  return true;
}

/** The newsletter has been stopped for thirty days. */
export function endStopped(state: State, has: Has): boolean {
  if (state.newsletter.state !== 'stopped') return false;
  for (const message of ofNewsletter(state))
    if (message.state === 'held') end(state, message, 'given up', has);
  return true;
}

export function sendAgain(state: State, at: number, has: Has): boolean {
  const { newsletter } = state;
  const message = pick(state.messages, at);
  const { state: was, kind, isGone, isExpired } = message;
  const isUnsent = was === 'not accepted' || was === 'perhaps' || was === 'given up';
  if (isGone || !isUnsent || !isNewest(state, message)) return false;
  if (kind === 'newsletter' && has('reopens')) {
    count(state, message, was, null, has);
    if (newsletter.state === 'ended') newsletter.state = 'sending';
  }
  const again = has('keeps') ? { ...noFacts, kind, state: was, isExpired, againOf: at } : message;
  if (again !== message) state.messages.push(again);
  Object.assign(again, { isLong: false, wasRefused: false, wasRestored: false, refusals: message.refusals });
  wait(state, again, has);
  return true;
}

/** Its recipient has unsubscribed or withdrawn, or was deleted. */
export function drop(state: State, message: Message, has: Has): void {
  message.isGone = true;
  const { state: was, isHandedOver } = message;
  const stays = was === 'sending' && isHandedOver && has('stays');
  if (was === 'none' || isEnded(message) || stays || !has('dropped')) return;
  end(state, message, 'dropped', has);
}

/** Runs while no server does. Messages handed over are in doubt, so they end as "perhaps". */
export function restore(state: State, has: Has): boolean {
  if (state.copy === null) return false;
  const isBegun = state.newsletter.state !== 'draft' && has('begun');
  if (!isBegun) state.newsletter = copyOf(state.copy).newsletter;
  for (const message of state.messages) {
    if (message.state === 'none' || isEnded(message)) continue;
    message.wasRestored = true;
    if (!has('restored')) continue;
    const isUnsure = message.handOvers > 0 || message.kind !== 'newsletter';
    if (isUnsure) end(state, message, 'given up', has);
    else message.state = 'held';
  }
  if (isBegun && state.newsletter.state === 'sending') {
    if (ofNewsletter(state).some(({ state }) => state === 'held')) state.newsletter.state = 'stopped';
  }
  return true;
}

/** With `--exactly`, or if the old store cannot be read: its records are lost, but not what happened. */
export function restoreExactly(state: State, has: Has): boolean {
  if (state.copy === null) return false;
  const { messages, newsletter } = copyOf(state.copy);
  // A draft in the copy may have been sent since; sending it now sends it again.
  const more = newsletter.state === 'draft' ? 1 : 0;
  const known = messages.map((message, at) => {
    const { copies, again, unheard } = pick(state.messages, at);
    return {
      ...message,
      copies,
      again: again + more,
      unheard,
      isUnknown: message.state === 'none' || isEnded(message),
    };
  });
  Object.assign(state, { newsletter, messages: known });
  for (const message of known) {
    if (message.state === 'none' || isEnded(message)) continue;
    Object.assign(message, { wasRestored: true, unheard: message.unheard + 1 });
    if (has('unknown')) message.handOvers += 1;
    end(state, message, 'dropped', has);
  }
  return true;
}
