import fc from 'fast-check';

import type { Mishap } from './model-schedule.ts';
import { type Weather, weathers } from './model-server.ts';

/** Something that the visitor or the browser does; those of one step overlap. */
export type Action = { page: 0 | 1 } & (
  | { type: 'open' | 'submit' | 'escape' | 'close icon' | 'hide' | 'show' | 'close tab' }
  | { type: 'sync' | 'delete everything' }
  /** `isBack`: changed back to the form's first text. `isBad`: the server refuses it. */
  | { type: 'type'; isBack: boolean; isBad: boolean }
  | { type: 'send now' | 'edit' | 'delete'; which: number }
  | { type: 'set clock'; days: number }
);

export type Step =
  | { type: 'act'; actions: Action[]; weather: Weather[]; mishaps: { call: number; mishap: Mishap }[] }
  | { type: 'wait'; seconds: number; weather: Weather[] }
  | { type: 'away'; days: number }
  | { type: 'storage full' | 'storage free' };

const page = fc.constantFrom(0 as const, 1 as const);
const weather = fc.array(
  fc.constantFrom<Weather>('ok', 'lost', 'cut', 'slow', 'slow and lost', ...weathers),
  { maxLength: 6 },
);

const mishaps = fc.array(
  fc.record({
    call: fc.nat({ max: 25 }),
    mishap: fc.constantFrom<Mishap>('refuse', 'refuse', 'kill', 'kill after'),
  }),
  { maxLength: 2 },
);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      page,
      type: fc.constantFrom(...(['open', 'open', 'submit', 'submit', 'submit', 'show'] as const)),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      page,
      type: fc.constant('type' as const),
      isBack: fc.constantFrom(false, false, true),
      isBad: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      page,
      type: fc.constantFrom(...(['escape', 'close icon', 'hide', 'close tab', 'sync', 'sync'] as const)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      page,
      type: fc.constantFrom(...(['send now', 'send now', 'edit', 'delete', 'delete'] as const)),
      which: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ page, type: fc.constant('delete everything' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      page,
      type: fc.constant('set clock' as const),
      days: fc.integer({ min: -60, max: 7 }),
    }),
  },
);

/** A random step. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      type: fc.constant('act' as const),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
      weather,
      mishaps,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('wait' as const), seconds: fc.nat({ max: 300 }), weather }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('away' as const), days: fc.constantFrom(1, 15, 25, 40) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom('storage full' as const, 'storage free' as const) }),
  },
);
