import fc from 'fast-check';

import type { Kind } from '#src/outbox/entry.ts';

import type { Mishap } from './model-schedule.ts';
import type { Weather } from './model-server.ts';

/** The visitor presses a button of one of the entries listed. */
export type Press = { type: 'send now' | 'delete' | 'edit'; page: number; which: number };

/** Something that a page, the worker or the visitor does; those of one step overlap. */
export type Action =
  /** `closesAfter`: the form is closed after so many gates. */
  | { type: 'submit'; page: number; kind: Kind; closesAfter: number | null }
  | Press
  | { type: 'look' | 'put away' | 'dismiss receipts' | 'close tab'; page: number }
  | { type: 'background sync' }
  | { type: 'set clock'; days: number };

export type Step =
  | {
      type: 'act';
      actions: Action[];
      weather: Weather[];
      mishaps: { call: number; mishap: Mishap }[];
    }
  | { type: 'wait'; seconds: number; weather: Weather[] }
  | { type: 'away'; days: number }
  | { type: 'storage full' | 'storage free' | 'locks refused' | 'locks granted' };

const page = fc.nat({ max: 1 });
const which = fc.nat({ max: 3 });

const weather = fc.array(
  fc.constantFrom<Weather>(
    ...(['ok', 'ok', 'offline', 'offline', 'cut', 'cut', '500', '429', '408', '409', '422', '422'] as const),
    ...(['html', 'html 403', '429 for years'] as const),
  ),
  { maxLength: 6 },
);

const mishaps = fc.array(
  fc.record({
    call: fc.nat({ max: 20 }),
    mishap: fc.constantFrom<Mishap>('fail', 'fail-after', 'kill', 'kill-after'),
  }),
  { maxLength: 2 },
);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('submit' as const),
      page,
      kind: fc.constantFrom<Kind>('apply', 'subscribe'),
      closesAfter: fc.option(fc.nat({ max: 8 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('send now' as const, 'delete' as const, 'edit' as const),
      page,
      which,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom(...(['look', 'look', 'put away', 'dismiss receipts', 'close tab'] as const)),
      page,
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('background sync' as const) }) },
  // Where an entry's time and the time of sending are 67 days apart nobody can tell an old entry from a new one.
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('set clock' as const),
      days: fc.integer({ min: -60, max: 7 }),
    }),
  },
);

/** A random step. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      type: fc.constant('act' as const),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
      weather,
      mishaps,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('wait' as const), seconds: fc.nat({ max: 400 }), weather }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('away' as const), days: fc.constantFrom(1, 15, 40, 100) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom(...(['storage full', 'storage free', 'locks refused', 'locks granted'] as const)),
    }),
  },
);
