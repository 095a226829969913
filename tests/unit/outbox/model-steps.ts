import fc from 'fast-check';

import type { Mishap } from './model-schedule.ts';
import { weathers } from './model-server.ts';

/** Chooses a name as often as its weight says. */
function weighted<T extends string>(weights: Record<T, number>): fc.Arbitrary<T> {
  const names = Object.keys(weights) as T[];
  return fc.constantFrom(...names.flatMap((name) => Array<T>(weights[name]).fill(name)));
}

/** An action by the visitor or the browser. */
const action = fc.record({
  page: fc.constantFrom<0 | 1>(0, 1),
  type: weighted({
    ...{ open: 4, type: 8, submit: 6, show: 2, hide: 1, sync: 2, reload: 2, escape: 1, 'close icon': 1 },
    ...{
      empty: 1,
      'close tab': 1,
      'send now': 2,
      edit: 1,
      delete: 2,
      'delete everything': 1,
      'set clock': 1,
    },
  }),
  /** For `type`: back to the form's first text. */
  isBack: fc.constantFrom(false, false, true),
  /** For `type`: a text that the server refuses. */
  isBad: fc.constantFrom(false, false, false, true),
  /** Selects one of the listed records. */
  which: fc.nat({ max: 3 }),
  /** How far the clock is set forwards or back. */
  days: fc.integer({ min: -60, max: 7 }),
});

const mishap = fc.record({
  call: fc.nat({ max: 25 }),
  mishap: fc.constantFrom<Mishap>('refuse', 'refuse', 'kill', 'kill after'),
});

/** Each type uses only the parameters that it needs. The actions in one step overlap. */
export const step = fc.record({
  type: weighted({ act: 9, wait: 2, away: 1, 'storage full': 1, 'storage free': 1 }),
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  weather: fc.array(fc.constantFrom(...weathers, 'ok', 'lost', 'cut', 'slow', 'slow and lost'), {
    maxLength: 6,
  }),
  mishaps: fc.array(mishap, { maxLength: 2 }),
  seconds: fc.nat({ max: 300 }),
  days: fc.constantFrom(1, 15, 25, 40),
});

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Action = Value<typeof action>;
export type Step = Value<typeof step>;

export function stepOf(parts: Partial<Omit<Step, 'actions'>>, ...actions: Partial<Action>[]): Step {
  const parameters = { page: 0, type: 'open', isBack: false, isBad: false, which: 0, days: 0 } as const;
  return {
    ...{ type: 'act', weather: [], mishaps: [], seconds: 0, days: 1, ...parts },
    actions: actions.map((one) => ({ ...parameters, ...one })),
  };
}
