import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';

import { isTooOld, type Kind } from '#src/outbox/submission.ts';

import { createAccounts, findViolations } from './model-accounts.ts';
import { createPlay } from './model-play.ts';
import { createSchedule } from './model-schedule.ts';
import { type Step, step } from './model-steps.ts';
import { createWorld } from './model-world.ts';

vi.mock('#src/api/outbox.ts', async () => {
  const { context } = await import('./model-world.ts');
  return { pageOutbox: () => context.getStore(), newId: () => context.getStore()?.newId() };
});

const sequence = fc.record({
  order: fc.nat(),
  kind: fc.constantFrom<Kind>('apply', 'apply', 'subscribe'),
  isTwoTabs: fc.boolean(),
  steps: fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }),
});

/** Another one in each run; `OUTBOX_SEED` plays one again. */
const seed = Number(process.env.OUTBOX_SEED ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = Number(process.env.OUTBOX_RUNS ?? 2_000);

/** The visitor begins by typing; at the end the line and the device are well again and a day passes. */
const opening: Step[] = (
  [
    { type: 'open', page: 0 },
    { type: 'type', page: 0, isBack: false, isBad: false },
    { type: 'open', page: 1 },
  ] as const
).map((action) => ({ type: 'act', actions: [action], weather: [], mishaps: [] }));
const closing: Step[] = [
  { type: 'storage free' },
  {
    type: 'act',
    actions: [0, 1].map((page) => ({ type: 'show', page: page as 0 | 1 })),
    weather: [],
    mishaps: [],
  },
  { type: 'wait', seconds: 90_000, weather: [] },
];

beforeEach(() => {
  // The outbox notes in the console what storage refused; here that is the plan.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

test(`whatever happens on the way, nothing is lost, nothing is stored twice and the visitor is told the truth (OUTBOX_SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async ({ order, kind, isTwoTabs, steps }) => {
      const schedule = createSchedule(order);
      const accounts = createAccounts(schedule);
      const world = createWorld(schedule, accounts);
      const { pages, play } = createPlay(world, schedule, accounts, kind);
      for (const next of [...opening.slice(0, isTwoTabs ? 3 : 2), ...steps, ...closing]) {
        await play(next);
        expect(findViolations(accounts, world, [...pages])).toEqual([]);
      }
      for (const record of world.disk.values())
        if (!isTooOld(record, world.clock.now))
          expect(['typing', 'refused', 'followed', 'sent']).toContain(record.state);
    }),
    { numRuns, seed },
  );
}, 600_000);
