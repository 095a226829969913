import fc from 'fast-check';

import type { Kind } from '#src/outbox/entry.ts';

import type { Fault } from './model-server.ts';

/** What can happen next; `faults` is what its requests meet. */
export type Step =
  | { type: 'submit'; kind: Kind; faults: Fault[] }
  | { type: 'flush'; eager: boolean; faults: Fault[] }
  | { type: 'two tabs flush' | 'delete while sending'; faults: Fault[] }
  | { type: 'send now' | 'delete' | 'edit'; which: number; faults: Fault[] }
  | { type: 'wait'; seconds: number }
  | { type: 'connection closed' | 'storage full' | 'storage free' | 'locks refused' | 'locks granted' };

const fault = fc.constantFrom<Fault>(
  ...(['ok', 'ok', 'ok', 'offline', 'offline', 'cut', '500', '429', '408', '409', '422', 'html'] as const),
  ...(['kill-before', 'kill-after'] as const),
);
const faults = fc.array(fault, { maxLength: 4 });
const kind = fc.constantFrom<Kind>('apply', 'subscribe');
const which = fc.nat({ max: 5 });

/** A random step. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('submit' as const), kind, faults }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('flush' as const), eager: fc.boolean(), faults }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('two tabs flush' as const, 'delete while sending' as const),
      faults,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('send now' as const, 'delete' as const, 'edit' as const),
      which,
      faults,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      seconds: fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 2000 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom(
        ...(['connection closed', 'storage full', 'storage free', 'locks refused', 'locks granted'] as const),
      ),
    }),
  },
);
