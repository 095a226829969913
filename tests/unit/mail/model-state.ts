/** What a message and a newsletter may do. The tests leave out one rule at a time. */
export const rules = {
  handOver: 'Connected and signed in, before the envelope: handed over is written down and counted.',
  isCurrent: 'Each arrow changes the record as it is then. Who comes late finds nothing, and sends nothing.',
  onceOnly: 'Handed over, then silence or the end of the lease: once-only kinds are perhaps sent.',
  three: 'Others wait again: three hand-overs without an answer in all, then perhaps.',
  answered: 'An answer takes its hand-over back from the count.',
  doubt: 'An end without a 2xx is perhaps where a hand-over has had no answer.',
  own: 'An outcome other than 2xx counts only for its own claim.',
  late: 'A 2xx makes its message sent, whoever asked and whenever it comes, and moves its count.',
  leases: 'Leases that ended are settled by a second statement, as silence.',
  counts: "Each end adds to its newsletter's counts in the same transaction.",
  ends: 'The last end ends the newsletter, a stopped one too.',
  held: 'A newsletter that stops holds what waits.',
  heldClaims: 'It also holds what is claimed and not yet handed over.',
  heldBack: 'What comes back while its newsletter is stopped is held.',
  goesOn: 'A newsletter that goes on lets go of what it held.',
  stopsSending: 'Only a newsletter that is being sent can be stopped.',
  inARow: 'Three messages in a row that are refused, not for their address, stop a newsletter.',
  dropped: 'Unsubscribed or withdrawn: dropped at once.',
  stays: 'What is handed over is not dropped: its answer tells what happened.',
  nothingToSay: 'Whoever claims a message that has nothing to say any more drops it.',
  reopens: 'To send again is an arrow of the same record: its count goes, and its newsletter is being sent.',
  bound: "A time further ahead than its kind's longest wait counts as now.",
  restored: 'After a restore nothing that waited goes.',
  begun: 'A newsletter that has begun is as in the old store, not as in the copy.',
  unknown: 'Where the old store is not read, what waited in the copy has perhaps been sent since.',
  asTested: 'Sending sends exactly what was tested.',
  thisTest: 'Tested means that the email that is stored was sent as a test.',
  change: 'A change empties the test.',
  article: 'An article that is no longer on the site refuses.',
  eachTest: 'Whoever asks for a test gets one, whoever else asks.',
} as const;

export type Rule = keyof typeof rules;
/** False for a rule that is left out. */
export type Has = (rule: Rule) => boolean;

export const ends = ['sent', 'not accepted', 'perhaps', 'given up', 'dropped'] as const;
export type End = (typeof ends)[number];
const messageStates = ['none', 'waiting', 'held', 'sending', ...ends] as const;
const kinds = ['reply', 'newsletter', 'receipt', 'test'] as const;
const newsletterStates = ['draft', 'sending', 'stopped', 'ended'] as const;

/** A finished email: of which text, with which version of an article; 0 without it. */
export type Content = { text: number; article: number };

export type Message = {
  kind: (typeof kinds)[number];
  state: (typeof messageStates)[number];
  isHandedOver: boolean;
  /** Without an answer. */
  handOvers: number;
  wasRefused: boolean;
  /** Has waited longer than its kind may. */
  isLong: boolean;
  /** The time of its wait or lease was written by a clock that was ahead. */
  isFar: boolean;
  /** Has nothing to say: by somebody's act, or by time. */
  isGone: boolean;
  isExpired: boolean;
  // What no record tells: copies that the reader has, presses of [Send again], hand-overs whose answer nobody took.
  copies: number;
  again: number;
  unheard: number;
  /** Its 2xx was written down. */
  isHeard: boolean;
  /** Waited at a restore. */
  wasRestored: boolean;
  /** Had ended in a copy without its old store: it may have been sent again since. */
  isUnknown: boolean;
};

export type Newsletter = {
  state: (typeof newsletterStates)[number];
  counts: Record<End, number>;
  refusedInARow: number;
  text: number;
  test: (Content & { isSent: boolean }) | null;
};

export const outcomes = [
  'accepted',
  'later',
  'no such address',
  'refused',
  'silence',
  'not reached',
] as const;
export type Outcome = (typeof outcomes)[number];

/** A server at work on message number `at`. `isOwner`: its claim has not ended. */
export type Sender = {
  at: number;
  step: 'claimed' | 'connected' | 'handed over' | Outcome;
  isOwner: boolean;
  hadNothingToSay: boolean;
  content: Content | null;
};

export type State = {
  messages: Message[];
  newsletter: Newsletter;
  senders: Sender[];
  isClockAhead: boolean;
  article: number;
  /** Tests that somebody has received. */
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
export const isOnceOnly = ({ kind }: Message) => kind === 'reply' || kind === 'newsletter';

export function pick<T>(list: readonly T[], at: number): T {
  const item = list[at];
  if (item === undefined) throw new Error(`nothing at ${at}`);
  return item;
}

const noFacts = {
  ...{ isHandedOver: false, handOvers: 0, wasRefused: false, isLong: false, isFar: false, isGone: false },
  ...{ isExpired: false, copies: 0, again: 0, unheard: 0, isHeard: false, wasRestored: false },
  isUnknown: false,
};

/** `isDraft`: nothing is sent yet. */
export function begin(of: Message['kind'][], budget: State['budget'], isDraft = false): State {
  const counts = { sent: 0, 'not accepted': 0, perhaps: 0, 'given up': 0, dropped: 0 };
  return {
    messages: of.map((kind) => ({ ...noFacts, kind, state: isDraft ? 'none' : 'waiting' })),
    newsletter: { state: isDraft ? 'draft' : 'sending', counts, refusedInARow: 0, text: 1, test: null },
    ...{ senders: [], isClockAhead: false, article: 1, read: [], copy: null, budget, wrong: '' },
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
  const flags = flag(one.isHandedOver) + flag(one.wasRefused) + flag(one.isLong) + flag(one.isFar);
  const facts = flag(one.isGone) + flag(one.isExpired) + flag(one.isHeard) + flag(one.wasRestored);
  return `${kind}${state}${handOvers}${copies}${again}${unheard}${flags}${facts}${flag(one.isUnknown)}`;
}

function wordOfNewsletter({ state, counts, refusedInARow, text, test }: Newsletter): string {
  const tested = test && nameOf(test) + flag(test.isSent);
  return `${state}${Object.values(counts).join('')}${refusedInARow}${text}${tested}`;
}

/** The same for states that differ only in which server, or which message of a kind, is which. */
export function wordsOf({ messages, newsletter, senders, copy, read, budget, ...facts }: State): string {
  const each = messages.map((message, at) => {
    let words = wordOf(message);
    if (copy && budget['restore exactly']) words += `/${wordOf(pick(copy.messages, at))}`;
    for (const { at: theirs, step, isOwner, hadNothingToSay, content } of senders)
      if (theirs === at)
        words += `(${step}${flag(isOwner)}${flag(hadNothingToSay)}${content && nameOf(content)}`;
    return words;
  });
  const newsletters = `${wordOfNewsletter(newsletter)}/${copy && wordOfNewsletter(copy.newsletter)}`;
  const others = `${flag(facts.isClockAhead)}${facts.article}${read.join()}|${facts.wrong}`;
  return `${each.sort().join(';')}|${newsletters}|${others}|${Object.values(budget).join('')}`;
}
