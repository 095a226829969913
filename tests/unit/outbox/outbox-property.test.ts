import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';

import { flush } from '#src/outbox/flush.ts';
import { needsVisitor } from '#src/outbox/retry.ts';

import { checkAccounts } from './model-accounts.ts';
import { createPlay } from './model-play.ts';
import { createSchedule, type Schedule } from './model-schedule.ts';
import { step } from './model-steps.ts';
import { createWorld, type World } from './model-world.ts';

/** A phone whose battery was empty may start with a clock that is years back; in days. */
const clockOff = fc.constantFrom(0, 0, 0, -4_000);
const sequence = fc.record({
  order: fc.nat(),
  clockOff,
  steps: fc.array(step, { minLength: 2, maxLength: 14 }),
});

/** Another one in each run; `OUTBOX_SEED` plays one again. */
const seed = Number(process.env.OUTBOX_SEED ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = Number(process.env.OUTBOX_RUNS ?? 2_000);

/** The server is well again and a day passes: everything leaves, except what the visitor has to decide. */
async function drain(world: World, schedule: Schedule): Promise<void> {
  Object.assign(world.device, { storageFull: false, locksRefused: false });
  world.server.setWeather([]);
  schedule.plan([]);
  const { env } = world.createActor();
  // Whatever the clock said, from now on it takes a day at most.
  for (const passed of [0, 24 * 3_600_000]) {
    world.clock.trueTime += passed;
    world.clock.now += passed;
    const flushing = flush(env('time'), false);
    await schedule.untilQuiet();
    await flushing;
  }
  for (const entry of world.disk.entries.values())
    expect(needsVisitor(entry, world.clock.now), `${entry.id} stays without a reason`).toBe(true);
}

beforeEach(() => {
  // The outbox notes in the console what storage refused; here that is the plan.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

test(`whatever happens on the way, nothing is lost, nothing is stored twice and the visitor is told the truth (OUTBOX_SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async ({ order, clockOff, steps }) => {
      const schedule = createSchedule(order);
      const world = createWorld(schedule);
      const { submissions, pages, play } = createPlay(world, schedule, clockOff);
      for (const next of steps) {
        await play(next);
        checkAccounts(world, submissions, pages);
      }
      await drain(world, schedule);
      checkAccounts(world, submissions, pages);
    }),
    { numRuns, seed },
  );
}, 600_000);
