import { expect, test } from 'vitest';

import { begin, copyOf, type Rule, rules, type State, wordsOf } from './model-state.ts';
import { successors } from './model-steps.ts';
import { violation } from './model-violations.ts';

type Found = { states: number; violation: string; story: string[] };

/** Explores all orders of events, the shortest first, up to the first violation. */
function explore(first: State, without?: Rule): Found {
  const has = (rule: Rule) => rule !== without;
  const seen = new Set([wordsOf(first)]);
  const labels = [''];
  const earlier = [-1];
  const storyTo = (at: number): string[] =>
    at <= 0 ? [] : [...storyTo(earlier[at] ?? -1), labels[at] ?? ''];
  let reached = [{ at: 0, state: first }];
  while (reached.length > 0) {
    const further: typeof reached = [];
    for (const { at, state } of reached)
      for (const [label, next] of successors(state, has)) {
        const words = wordsOf(next);
        if (seen.has(words)) continue;
        seen.add(words);
        const number = labels.push(label) - 1;
        earlier.push(at);
        const wrong = violation(next, has);
        if (wrong !== '') return { states: seen.size, violation: wrong, story: storyTo(number) };
        further.push({ at: number, state: next });
      }
    reached = further;
  }
  return { states: seen.size, violation: '', story: [] };
}

type Scenario = { from: State; shows: { [rule in Rule]?: string } };

const three = ['newsletter', 'newsletter', 'newsletter'] as const;
const copied = (state: State): State => ({ ...state, copy: copyOf(state) });

/** For two servers: how often each event may happen, and what goes wrong without each rule. */
const scenarios: Record<string, Scenario> = {
  'silence and death': {
    from: begin([...three], { silence: 2, die: 1, freeze: 1 }),
    shows: {
      handOver: 'has had an answer to each hand-over',
      onceOnly: 'came twice',
      late: 'was accepted, and that was written down',
      leases: 'is being sent for ever',
    },
  },
  answers: {
    from: begin([...three], { 'no such address': 1, later: 1, unreached: 1, long: 1, freeze: 1 }),
    shows: {
      answered: 'has had an answer to each hand-over',
      own: 'a claim was ended by somebody else',
      counts: 'the newsletter counts 0 given up',
    },
  },
  refusals: {
    from: begin([...three], { refused: 3, 'no such address': 1, 'go on': 1 }),
    shows: { inARow: 'the newsletter goes on though all is refused' },
  },
  'stop and go on': {
    from: begin([...three], { stop: 2, 'go on': 1, later: 1, month: 1, freeze: 1 }),
    shows: {
      isCurrent: 'handed over after Stop',
      held: 'waits, but its newsletter is not being sent',
      heldClaims: 'handed over after Stop',
      heldBack: 'waits, but its newsletter is not being sent',
      goesOn: 'is held by nobody',
      stopsSending: 'the newsletter never ends',
      ends: 'the newsletter never ends',
    },
  },
  'unsubscribed meanwhile': {
    from: begin([...three], { gone: 2, silence: 1, stop: 1, 'go on': 1, again: 1 }),
    shows: { dropped: 'handed over with nothing to say', stays: 'a claim was ended by somebody else' },
  },
  'sent again': {
    from: begin(['newsletter', 'newsletter', 'reply'], {
      silence: 1,
      'no such address': 1,
      again: 1,
      freeze: 1,
    }),
    shows: {
      reopens: 'the newsletter counts',
      keeps: 'had ended, and goes on',
      newest: 'the newsletter counts',
    },
  },
  'a stopped channel': {
    from: begin(['newsletter', 'receipt'], { unreached: 2, long: 1, stop: 1, later: 1 }),
    shows: {
      untouched: 'ended because the channel was stopped',
      pauses: 'the stopped channel is tried twice in ten minutes',
      probes: 'the channel stays stopped with nothing to send',
      opens: 'handed over, but the channel counts as stopped',
    },
  },
  'a blocklist': {
    from: begin([...three], { 'no such address': 3, 'go on': 1, dead: 1 }),
    shows: {
      blocklist: 'the newsletter goes on though few addresses exist',
      doubted: 'an address is blamed wrongly',
      undecided: 'it ended too early',
      onceMore: 'an address is blamed wrongly',
    },
  },
  'a restore': {
    from: copied(begin(['newsletter', 'newsletter', 'reply'], { restore: 1, silence: 1, die: 1, again: 1 })),
    shows: {
      restored: 'handed over, but it waited at a restore',
      begun: 'is held by nobody',
      doubt: 'came all the same',
    },
  },
  'a restore without the old store': {
    from: begin(['newsletter', 'reply', 'receipt'], { backup: 1, 'restore exactly': 1, die: 1, again: 1 }),
    shows: { unknown: 'came all the same' },
  },
  'a receipt and silence': {
    from: begin(['receipt'], { silence: 5, freeze: 2, die: 1 }),
    shows: { three: 'came more than three times' },
  },
  'two receipts': {
    from: begin(['receipt', 'receipt'], { silence: 1, 'no such address': 1, gone: 1, expire: 1, long: 1 }),
    shows: { nothingToSay: 'handed over with nothing to say' },
  },
  'all kinds': {
    from: begin(['newsletter', 'reply', 'receipt'], { silence: 1, stop: 1, gone: 1, freeze: 1 }),
    shows: {},
  },
  'a clock that jumps': {
    from: begin(['newsletter', 'receipt'], { jump: 1, later: 1, die: 1 }),
    shows: { bound: 'waits for a time far ahead' },
  },
  'tests of a draft': {
    from: begin(
      ['test', 'test', 'newsletter'],
      { test: 2, edit: 1, article: 1, unpublish: 1, send: 1 },
      true,
    ),
    shows: {
      asTested: 'goes to all, but nobody has received it as a test',
      thisTest: 'goes to all, but nobody has received it as a test',
      change: 'goes to all, but the draft says something else',
      article: 'goes to all with an article that is not on the site',
      eachTest: 'was asked for and is gone',
    },
  },
  'a restore of a draft': {
    from: begin(
      ['test', 'newsletter', 'newsletter'],
      { test: 1, send: 2, backup: 1, restore: 1, die: 1 },
      true,
    ),
    shows: {},
  },
};

test.each(Object.entries(scenarios))('%s: no order of events breaks a rule', (_, { from }) => {
  const { states, ...found } = explore(from);
  expect(found).toEqual({ violation: '', story: [] });
  expect(states).toBeGreaterThan(500);
});

const shown = Object.values(scenarios).flatMap(({ from, shows }) =>
  Object.entries(shows).map(([rule, wrong]) => ({ rule: rule as Rule, wrong, from })),
);

test.each(shown)('without $rule: $wrong', ({ rule, wrong, from }) => {
  const { violation: found, story } = explore(from, rule);
  expect(found, story.join(' · ')).toContain(wrong);
});

test('each rule is shown to be needed', () => {
  expect(shown.map(({ rule }) => rule).sort()).toEqual(Object.keys(rules).sort());
});
