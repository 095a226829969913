import * as messages from './model-messages.ts';
import * as newsletters from './model-newsletter.ts';
import {
  clone,
  copyOf,
  type Has,
  isEnded,
  nameOf,
  type Outcome,
  outcomes,
  pick,
  type Sender,
  type State,
} from './model-state.ts';

type Change = (next: State) => unknown;
/** Adds a step unless `change` returns false. It can happen as often as the budget for `cost` allows. */
type Add = (label: string, cost: string | null, change: Change) => void;

const servers = 2;
const isOutcome = (step: Sender['step']): step is Outcome => outcomes.some((one) => one === step);

/** All steps that can happen next, with the states they lead to. */
export function successors(state: State, has: Has): [label: string, next: State][] {
  const steps: [string, State][] = [];
  const add: Add = (label, cost, change) => {
    const left = cost === null ? 1 : (state.budget[cost] ?? 0);
    if (left === 0) return;
    const next = clone(state);
    if (cost !== null) next.budget[cost] = left - 1;
    if (change(next) !== false) steps.push([label, next]);
  };
  for (const [number, sender] of state.senders.entries()) serve(sender, number, has, add);
  for (const at of state.messages.keys()) pass(state, at, has, add);
  if (state.senders.length === 0) restores(state, has, add);
  const { isClockAhead } = state;
  add(
    isClockAhead ? 'the clock is set back' : 'the clock jumps ahead',
    isClockAhead ? null : 'jump',
    (next) => {
      next.isClockAhead = !isClockAhead;
    },
  );
  ofChannel(state, has, add);
  ofEditors(has, add);
  return steps;
}

/** Adds what a server can do, and the replies it can get. */
function serve({ at, step, hadNothingToSay }: Sender, number: number, has: Has, add: Add): void {
  const own = (next: State) => pick(next.senders, number);
  const to = (next: State, now: Sender['step']) => {
    own(next).step = now;
  };
  const leave = (next: State) => next.senders.splice(number, 1);
  const receive = (next: State) => {
    const { content } = own(next);
    pick(next.messages, at).copies += 1;
    if (content) next.read.push(nameOf(content));
  };
  add(`the server of ${at} dies`, 'die', leave);
  if (step === 'claimed' && hadNothingToSay && has('nothingToSay'))
    add(`${at} has nothing to say`, null, (next) => {
      messages.dropForNothing(next, own(next), has);
      leave(next);
    });
  else if (step === 'claimed') {
    add(`connects for ${at}`, null, (next) => to(next, 'connected'));
    add(`the mail server refuses us for ${at}`, 'unreached', (next) => to(next, 'channel'));
  }
  if (step === 'connected') {
    for (const one of ['later', 'no such address', 'refused'] as const)
      add(`the envelope of ${at} is answered: ${one}`, one, (next) => {
        messages.open(next, has);
        to(next, one);
      });
    add(`hands ${at} over`, null, (next) => {
      if (!messages.handOver(next, own(next), has)) return leave(next);
      judge(next, own(next));
      return to(next, 'handed over');
    });
  }
  if (step === 'handed over') {
    const accepting = (then: Change) => (next: State) => {
      receive(next);
      then(next);
    };
    const be = (now: Outcome) => (next: State) => to(next, now);
    add(`${at} is accepted`, null, accepting(be('accepted')));
    add(`${at} is accepted in silence`, 'silence', accepting(be('silence')));
    add(`${at} is accepted, and its server dies`, 'die', accepting(leave));
    for (const one of ['silence', 'later', 'no such address', 'refused'] as const)
      add(`${at} is answered: ${one}`, one, be(one));
  }
  if (isOutcome(step))
    add(`${at} is settled: ${step}`, null, (next) => {
      messages.settle(next, own(next), step, has);
      leave(next);
    });
}

/** Checks the rules for a hand-over, from which on a message cannot be called back. */
function judge(next: State, { at, hadNothingToSay }: Sender): void {
  const message = pick(next.messages, at);
  message.unheard += 1;
  const isStopped = message.kind === 'newsletter' && next.newsletter.state === 'stopped';
  if (isStopped) next.wrong = 'handed over after Stop';
  if (message.isGone || hadNothingToSay) next.wrong = 'handed over with nothing to say';
  if (message.wasRestored) next.wrong = 'handed over, but it waited at a restore';
  if (next.triesOfStopped !== null) next.wrong = 'handed over, but the channel counts as stopped';
  if (message.isHeard) next.wrong = 'handed over, but its 2xx was written down';
}

/** Adds what time, claims and people can do to a message. */
function pass(state: State, at: number, has: Has, add: Add): void {
  const message = pick(state.messages, at);
  const own = (next: State) => pick(next.messages, at);
  const comes = messages.comes(state, message, has);
  const isFree = state.senders.length < servers && messages.mayClaim(state, has);
  if (message.state === 'waiting' && comes && isFree)
    add(`claims ${at}`, null, (next) => messages.claim(next, at, has));
  if (message.state === 'sending' && comes && has('leases')) {
    const isAwake = state.senders.some((sender) => sender.at === at && sender.isOwner);
    const isByClock = state.isClockAhead !== message.isFar;
    const cost = isAwake && !isByClock ? 'freeze' : null;
    add(`the lease of ${at} ends`, cost, (next) => messages.endLease(next, at, has));
  }
  add(`[Send again] for ${at}`, 'again', (next) => messages.sendAgain(next, at, has));
  if (message.state === 'none' || isEnded(message)) return;
  if (!message.isGone)
    add(`${at} is unsubscribed or withdrawn`, 'gone', (next) => messages.drop(next, own(next), has));
  if (!message.isExpired)
    add(`${at} expires`, 'expire', (next) => {
      own(next).isExpired = true;
    });
  if (!message.isLong)
    add(`${at} has waited too long`, 'long', (next) => {
      own(next).isLong = true;
    });
}

function ofChannel({ triesOfStopped, messages }: State, has: Has, add: Add): void {
  const be = (tries: number | null) => (next: State) => {
    next.triesOfStopped = tries;
  };
  if (triesOfStopped) add('ten minutes pass', null, be(0));
  const isQueueEmpty = messages.every(({ state }) => state !== 'waiting');
  if (triesOfStopped === 0 && isQueueEmpty && has('probes')) add('the channel works again', null, be(null));
}

function restores({ copy }: State, has: Has, add: Add): void {
  if (copy === null)
    add('backup', 'backup', (next) => {
      next.copy = copyOf(next);
    });
  add('restore', 'restore', (next) => messages.restore(next, has));
  add('restore --exactly', 'restore exactly', (next) => messages.restoreExactly(next, has));
}

function ofEditors(has: Has, add: Add): void {
  add('Stop', 'stop', (next) => newsletters.stop(next, has));
  add('Go on', 'go on', (next) => messages.goOn(next, has));
  add('They are dead', 'dead', (next) => newsletters.declareDead(next, has));
  add('stopped for thirty days', 'month', (next) => messages.endStopped(next, has));
  add('the draft is changed', 'edit', (next) => newsletters.edit(next, has));
  add('the article is changed', 'article', (next) => {
    next.article += 1;
  });
  add('the article is taken off the site', 'unpublish', (next) => {
    next.article = 0;
  });
  add('Send me a test', 'test', (next) => newsletters.askForTest(next, has));
  add('Send to all', 'send', (next) => newsletters.sendToAll(next, has));
}
