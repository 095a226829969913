import { comes } from './model-messages.ts';
import { isBlocked, ofNewsletter } from './model-newsletter.ts';
import { ends, type Has, isEnded, isOnceOnly, type Message, pick, type State } from './model-state.ts';

/** The first rule that the state breaks, or an empty string. */
export function violation(state: State, has: Has): string {
  if (state.wrong !== '') return state.wrong;
  for (const [at, message] of state.messages.entries()) {
    const found = tooOften(message) || untold(message) || forgotten(state, message, at, has);
    if (found) return `${message.kind} ${at} (${message.state}) ${found}`;
  }
  return taken(state) || miscounted(state) || blamed(state) || stuck(state, has);
}

function tooOften(message: Message): string {
  const { copies, again } = message;
  if (isOnceOnly(message)) return copies > 1 + again ? 'came twice' : '';
  return copies > 3 + again ? 'came more than three times' : '';
}

/** Checks that its state tells what happened, as far as anybody can know. */
function untold({ state, copies, unheard, isHeard, isUnknown, hadEnd }: Message): string {
  if (hadEnd && !ends.some((end) => end === state)) return 'had ended, and goes on';
  if (state === 'sent') return copies === 0 ? 'never came' : '';
  if (isUnknown) return '';
  if (isHeard) return 'was accepted, and that was written down';
  if (state === 'perhaps') return unheard === 0 ? 'has had an answer to each hand-over' : '';
  const isNo = state === 'not accepted' || state === 'given up' || state === 'dropped';
  return isNo && copies > 0 ? 'came all the same' : '';
}

/** Checks that a message that has not ended will go on by itself, or was stopped by somebody. */
function forgotten(state: State, message: Message, at: number, has: Has): string {
  const { newsletter, senders } = state;
  const isOfStopped = message.kind === 'newsletter' && newsletter.state !== 'sending';
  if (message.state === 'none') return message.isExpired ? 'was asked for and is gone' : '';
  if (message.state === 'held') return newsletter.state === 'stopped' ? '' : 'is held by nobody';
  if (message.state === 'waiting' && isOfStopped) return 'waits, but its newsletter is not being sent';
  if (message.state === 'waiting') return comes(state, message, has) ? '' : 'waits for a time far ahead';
  if (message.state !== 'sending') return '';
  const isOwned = senders.some((sender) => sender.at === at && sender.isOwner);
  return isOwned || (comes(state, message, has) && has('leases')) ? '' : 'is being sent for ever';
}

/** Checks that after a hand-over only its server, its lease or a 2xx ends a claim. */
function taken({ senders, messages }: State): string {
  const isTaken = senders.some(({ at, isOwner, isHandedOver }) => {
    const { state } = pick(messages, at);
    return isOwner && isHandedOver && state !== 'sending' && state !== 'sent';
  });
  return isTaken ? 'a claim was ended by somebody else' : '';
}

function miscounted(state: State): string {
  const { counts, refusedInARow, state: now } = state.newsletter;
  const messages = ofNewsletter(state);
  if (messages.length === 0 || now === 'draft') return '';
  const wrong = ends.find((end) => counts[end] !== messages.filter((one) => one.state === end).length);
  if (wrong) return `the newsletter counts ${counts[wrong]} ${wrong}`;
  const isOver = messages.every(isEnded);
  const isEnding = isOver && !state.newsletter.isDoubted;
  if (isEnding !== (now === 'ended')) return isEnding ? 'the newsletter never ends' : 'it ended too early';
  return refusedInARow >= 3 && now === 'sending' ? 'the newsletter goes on though all is refused' : '';
}

/** Checks what counts against a reader's address. */
function blamed(state: State): string {
  const { isDoubted, state: now } = state.newsletter;
  if (now === 'sending' && isBlocked(state.newsletter))
    return 'the newsletter goes on though few addresses exist';
  const isWrong = ofNewsletter(state).some(
    (one) => one.refusals !== Number(one.state === 'not accepted' && !isDoubted),
  );
  return isWrong ? 'an address is blamed wrongly' : '';
}

/** Checks that a stopped channel is tried again, and not more often than it may be. */
function stuck({ triesOfStopped, messages }: State, has: Has): string {
  if (triesOfStopped === null) return '';
  if (triesOfStopped > 1) return 'the stopped channel is tried twice in ten minutes';
  const isTried = messages.some(({ state }) => state === 'waiting' || state === 'sending');
  return isTried || has('probes') ? '' : 'the channel stays stopped with nothing to send';
}
