import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import type { Kind } from '#src/contract/kinds.ts';
import { isTooOld } from '#src/outbox/due.ts';

import { createAccounts } from './model-accounts.ts';
import { createPlay } from './model-play.ts';
import { createSchedule } from './model-schedule.ts';
import { step, stepOf } from './model-steps.ts';
import { findViolations } from './model-violations.ts';
import { createWorld, currentOutbox } from './model-world.ts';
import { replacePageOutbox } from './page-outbox.ts';

const sequence = fc.record({
  order: fc.nat(),
  kind: fc.constantFrom<Kind>('apply', 'apply', 'subscribe'),
  isTwoTabs: fc.boolean(),
  steps: fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }),
});

const seeds = process.env.OUTBOX_SEED
  ? [Number(process.env.OUTBOX_SEED)]
  : process.env.TEST_TIER === 'full'
    ? [1, 2, 3, 4, 5]
    : [1];
const numRuns = Number(process.env.OUTBOX_RUNS ?? 1_000);

/** The visitor begins by typing; at the end the network and the device work again, and a day passes. */
const opening = [stepOf({}, { type: 'open' }), stepOf({}, { type: 'type' }), stepOf({}, { page: 1 })];
const closing = [
  stepOf({ type: 'storage free' }),
  stepOf({}, { type: 'show' }, { type: 'show', page: 1 }),
  stepOf({ type: 'wait', seconds: 90_000 }),
];

test.each(seeds)(
  'nothing is lost, stored twice or reported wrongly (OUTBOX_SEED=%i)',
  async (seed) => {
    replacePageOutbox(currentOutbox);
    // Silence the outbox's warnings about refused storage, which are planned here.
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await fc.assert(
      fc.asyncProperty(sequence, async ({ order, kind, isTwoTabs, steps }) => {
        const schedule = createSchedule(order);
        const accounts = createAccounts(schedule);
        const world = createWorld(schedule, accounts);
        const { pages, play } = createPlay(world, schedule, accounts, kind);
        for (const next of [...opening.slice(0, isTwoTabs ? 3 : 2), ...steps, ...closing]) {
          await play(next);
          expect(findViolations(accounts, world, pages)).toEqual([]);
        }
        const left = [...world.disk.values()].filter((record) => !isTooOld(record, world.clock.now));
        for (const { state } of left)
          expect(['typing', 'refused', 'followed', 'told', 'sent']).toContain(state);
      }),
      { numRuns, seed },
    );
    warn.mockRestore();
  },
  1_800_000,
);
