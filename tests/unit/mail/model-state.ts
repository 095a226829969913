/** The rules for messages and newsletters. The tests leave out one rule at a time. */
export const rules = {
  handOver:
    'The hand-over is recorded and counted when the mail server asks for the body, before a byte of it.',
  isCurrent: 'Each step applies to the current record. A server that is late finds and sends nothing.',
  onceOnly: 'Handed over, then silence or the end of the lease: once-only kinds end as "perhaps".',
  three: 'Other kinds wait again, for up to three hand-overs without an answer; then they end as "perhaps".',
  answered: 'An answer subtracts its own hand-over, if there was one, from the count.',
  doubt: 'An end without a 2xx is "perhaps" if a hand-over got no answer.',
  own: 'An outcome other than a 2xx counts only for its own claim.',
  late: 'A 2xx marks its message as sent, whichever server gets it and whenever, and moves its count.',
  leases: 'A second statement settles expired leases as silence.',
  counts: "Each end is added to its newsletter's counts in the same transaction.",
  ends: 'The last message to end also ends its newsletter, even a stopped one.',
  held: 'A newsletter that is stopped holds its waiting messages.',
  heldClaims: 'It also holds messages that are claimed but not yet handed over.',
  heldBack: 'A message that has to wait again while its newsletter is stopped is held.',
  goesOn: 'A newsletter that continues releases its held messages.',
  stopsSending: 'Only a newsletter that is being sent can be stopped.',
  inARow: 'Three messages in a row refused for reasons other than the address stop a newsletter.',
  dropped: 'A message is dropped at once if its recipient unsubscribes or withdraws.',
  stays: 'A message already handed over is not dropped: its answer tells what happened.',
  nothingToSay: 'A server that claims a message with nothing left to say drops it.',
  untouched: 'A mail server that refuses us, or that cannot be reached, changes nothing about the message.',
  pauses: 'It stops the channel: nothing is claimed then but one message every ten minutes.',
  probes: 'A stopped channel is tried even with nothing to send.',
  opens: 'A hand-over, or an answer about a recipient, opens the channel.',
  keeps: '[Send again] makes a new message, and the old one keeps its end.',
  reopens: 'The new message takes the place of the old one in the counts, and its newsletter reopens.',
  newest: 'Only the newest of them counts.',
  blocklist: 'A newsletter stops if more than a third of enough messages have ended as "no such address".',
  doubted: 'None of these then counts against its address before somebody says so.',
  undecided: 'A newsletter does not end before that was decided.',
  onceMore: 'If it continues undecided, these are sent once more.',
  bound: "A time further ahead than its kind's longest wait counts as now.",
  restored: 'After a restore, messages that were waiting are not sent before somebody says so.',
  begun: 'A newsletter that has begun stays as in the old store, not as in the copy.',
  unknown: 'If the old store is not read, messages waiting in the copy may have been sent since.',
  asTested: 'Sending sends exactly what was tested.',
  thisTest: '"Tested" means that the stored email was sent as a test.',
  change: 'A change resets the test.',
  article: 'An article that is no longer on the site prevents sending.',
  eachTest: 'Everybody who asks for a test gets one, whoever else asks.',
} as const;

export type Rule = keyof typeof rules;
/** Returns false for the rule that is left out. */
export type Has = (rule: Rule) => boolean;

export const ends = ['sent', 'not accepted', 'perhaps', 'given up', 'dropped'] as const;
export type End = (typeof ends)[number];
const messageStates = ['none', 'waiting', 'held', 'sending', ...ends] as const;
const kinds = ['reply', 'newsletter', 'receipt', 'test'] as const;
const newsletterStates = ['draft', 'sending', 'stopped', 'ended'] as const;

/** A finished email: the version of its text and of its article; 0 means no article. */
export type Content = { text: number; article: number };

export type Message = {
  kind: (typeof kinds)[number];
  state: (typeof messageStates)[number];
  isHandedOver: boolean;
  /** Hand-overs without an answer. */
  handOvers: number;
  wasRefused: boolean;
  /** Has waited longer than its kind may. */
  isLong: boolean;
  /** The end of its wait or lease was set by a clock that was ahead. */
  isFar: boolean;
  /** Has nothing left to say, because of somebody's action (`isGone`) or time (`isExpired`). */
  isGone: boolean;
  isExpired: boolean;
  /** The message that it replaces. */
  againOf: number | null;
  /** Newsletters that were not accepted for its address. */
  refusals: number;
  // Facts in no record: copies received, later sendings from a restored draft, hand-overs whose answer was not received.
  copies: number;
  again: number;
  unheard: number;
  /** Its 2xx was recorded. */
  isHeard: boolean;
  /** Has ended before. */
  hadEnd: boolean;
  /** Was waiting at a restore. */
  wasRestored: boolean;
  /** Had ended in a copy restored without the old store, so it may have been sent again since. */
  isUnknown: boolean;
};

export type Newsletter = {
  state: (typeof newsletterStates)[number];
  counts: Record<End, number>;
  refusedInARow: number;
  /** Ended since it was last started, with and without an address that exists. */
  recent: number;
  recentAddresses: number;
  isDoubted: boolean;
  text: number;
  test: (Content & { isSent: boolean }) | null;
};

export const outcomes = ['accepted', 'later', 'no such address', 'refused', 'silence', 'channel'] as const;
export type Outcome = (typeof outcomes)[number];

/** A server at work on message number `at`. `isOwner`: its claim has not ended. */
export type Sender = {
  at: number;
  step: 'claimed' | 'connected' | 'handed over' | Outcome;
  isOwner: boolean;
  /** The mail server has asked this one for the body. */
  isHandedOver: boolean;
  hadNothingToSay: boolean;
  content: Content | null;
};

export type State = {
  messages: Message[];
  newsletter: Newsletter;
  senders: Sender[];
  /** Claims since it was stopped, or since its last ten minutes ended; null: it works. */
  triesOfStopped: number | null;
  isClockAhead: boolean;
  article: number;
  /** Tests that have been received. */
  read: string[];
  /** A backup. */
  copy: { messages: Message[]; newsletter: Newsletter } | null;
  /** How often each costly event may still happen. */
  budget: Record<string, number>;
  /** A rule that a step broke. */
  wrong: string;
};

export const nameOf = ({ text, article }: Content) => `${text}.${article}`;
export const isEnded = ({ state }: Message) => ends.some((end) => end === state);
/** No [Send again] has replaced it. */
export const isNewest = ({ messages }: State, one: Message) =>
  !messages.some(({ againOf }) => againOf !== null && messages[againOf] === one);
export const isOnceOnly = ({ kind }: Message) => kind === 'reply' || kind === 'newsletter';

export function pick<T>(list: readonly T[], at: number): T {
  const item = list[at];
  if (item === undefined) throw new Error(`nothing at ${at}`);
  return item;
}

export const noFacts = {
  ...{ isHandedOver: false, handOvers: 0, wasRefused: false, isLong: false, isFar: false, isGone: false },
  ...{ isExpired: false, copies: 0, again: 0, unheard: 0, isHeard: false, wasRestored: false },
  ...{ isUnknown: false, againOf: null, refusals: 0, hadEnd: false },
};

/** Of a newsletter that was just started or resumed. */
export const noEnds = { refusedInARow: 0, recent: 0, recentAddresses: 0, isDoubted: false };

/** `isDraft`: nothing is being sent yet. */
export function begin(of: Message['kind'][], budget: State['budget'], isDraft = false): State {
  const counts = { sent: 0, 'not accepted': 0, perhaps: 0, 'given up': 0, dropped: 0 };
  return {
    messages: of.map((kind) => ({ ...noFacts, kind, state: isDraft ? 'none' : 'waiting' })),
    newsletter: { ...noEnds, state: isDraft ? 'draft' : 'sending', counts, text: 1, test: null },
    ...{
      senders: [],
      triesOfStopped: null,
      isClockAhead: false,
      article: 1,
      read: [],
      copy: null,
      budget,
      wrong: '',
    },
  };
}

export function copyOf({ messages, newsletter }: NonNullable<State['copy']>) {
  const { counts, test } = newsletter;
  return {
    messages: messages.map((message) => ({ ...message })),
    newsletter: { ...newsletter, counts: { ...counts }, test: test && { ...test } },
  };
}

export function clone(state: State): State {
  const { senders, read, budget } = state;
  const others = {
    senders: senders.map((sender) => ({ ...sender })),
    read: [...read],
    budget: { ...budget },
  };
  return { ...state, ...copyOf(state), ...others };
}

const flag = (is: boolean) => (is ? '1' : '0');

function wordOf(one: Message): string {
  const { kind, state, handOvers, copies, again, unheard } = one;
  const flags =
    flag(one.hadEnd) +
    one.refusals +
    flag(one.isHandedOver) +
    flag(one.wasRefused) +
    flag(one.isLong) +
    flag(one.isFar);
  const facts = flag(one.isGone) + flag(one.isExpired) + flag(one.isHeard) + flag(one.wasRestored);
  return `${kind}${state}${handOvers}${copies}${again}${unheard}${flags}${facts}${flag(one.isUnknown)}`;
}

function wordOfNewsletter({ state, counts, refusedInARow, text, test, ...ends }: Newsletter): string {
  const judged = `${ends.recent}${ends.recentAddresses}${flag(ends.isDoubted)}`;
  const tested = test && nameOf(test) + flag(test.isSent);
  return `${state}${Object.values(counts).join('')}${refusedInARow}${judged}${text}${tested}`;
}

/** A text that is equal for states that differ only in the order of servers, or of messages of the same kind. */
export function wordsOf({ messages, newsletter, senders, copy, read, budget, ...facts }: State): string {
  const wordsAt = (at: number): string => {
    const message = pick(messages, at);
    let words = wordOf(message);
    const copied = budget['restore exactly'] ? copy?.messages[at] : undefined;
    if (copied) words += `/${wordOf(copied)}`;
    for (const { at: theirs, step, isOwner, isHandedOver, hadNothingToSay, content } of senders)
      if (theirs === at)
        words += `(${step}${flag(isOwner)}${flag(isHandedOver)}${flag(hadNothingToSay)}${content && nameOf(content)}`;
    return message.againOf === null ? words : `${words}<${wordsAt(message.againOf)}`;
  };
  const each = messages.map((_, at) => wordsAt(at));
  const newsletters = `${wordOfNewsletter(newsletter)}/${copy && wordOfNewsletter(copy.newsletter)}`;
  const others = `${flag(facts.isClockAhead)}${facts.triesOfStopped}${facts.article}${read.join()}|${facts.wrong}`;
  return `${each.sort().join(';')}|${newsletters}|${others}|${Object.values(budget).join('')}`;
}
