import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import { createFileWorld, type Fault, weathers } from './model-files.ts';
import { findFileViolations, press, submitWith, wake } from './model-files-play.ts';
import { createSchedule, type Mishap } from './model-schedule.ts';

const action = fc.record({
  type: fc.constantFrom(
    ...(['submit', 'submit', 'wake', 'wake', 'wake', 'wake', 'wait', 'wait'] as const),
    ...(['remove', 'delete', 'withdraw', 'dismiss', 'dismiss', 'set clock'] as const),
  ),
  /** Two pages, the worker, and the worker of a release without files. */
  actor: fc.constantFrom(0, 0, 1, 2, 3),
  /** Of files, in parts. */
  sizes: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  which: fc.nat({ max: 3 }),
  seconds: fc.nat({ max: 200 }),
  days: fc.integer({ min: -3, max: 3 }),
});

/** The actions in one step overlap. */
const step = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  weather: fc.array(fc.constantFrom(...weathers, 'ok', 'ok', 'lost', 'cut'), { maxLength: 8 }),
  mishaps: fc.array(
    fc.record({ call: fc.nat({ max: 20 }), mishap: fc.constantFrom<Mishap>('refuse', 'kill', 'kill after') }),
    { maxLength: 2 },
  ),
});

function failOn(violations: string[]): void {
  if (violations.length > 0) throw new Error(violations.join());
}

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const play = (fault?: Fault) =>
  fc.asyncProperty(
    fc.nat(),
    fc.array(step, { minLength: 3, maxLength: 14, size: 'max' }),
    async (order, steps) => {
      const schedule = createSchedule(order);
      const world = createFileWorld(schedule, fault);
      const versions = [[1, 2], [1, 2], [1, 2], [1]];
      const actors = versions.map((knows) => world.createActor(knows));
      const actorAt = (index: number) => {
        const actor = actors[index];
        if (actor?.isAlive()) return actor;
        const next = world.createActor(versions[index] ?? []);
        actors[index] = next;
        return next;
      };
      const perform = async ({ type, actor, sizes, which, seconds, days }: Action) => {
        await schedule.gate();
        if (type === 'submit') void submitWith(world, actorAt(actor % 2), sizes);
        else if (type === 'wake') for (const one of [actor, 2]) void wake(actorAt(one));
        else if (type === 'wait') schedule.pass(seconds * 1_000);
        else if (type === 'set clock') {
          world.clock.now += days * 86_400_000;
          world.clock.setAt = world.clock.trueTime;
        } else void press(world, actorAt(actor % 2), which, type);
      };
      for (const { actions, weather, mishaps } of steps) {
        world.arrive();
        world.setWeather(weather);
        schedule.plan(mishaps);
        for (const one of actions) void perform(one);
        await schedule.untilQuiet();
        failOn(findFileViolations(world, false));
      }
      world.setWeather([]);
      schedule.plan([]);
      for (let rounds = 0; rounds < 8; rounds += 1) {
        schedule.pass(86_400_000);
        void wake(actorAt(rounds % 2 === 0 ? 0 : 2));
        await schedule.untilQuiet();
      }
      failOn(findFileViolations(world, true));
    },
  );

const options = {
  numRuns: Number(process.env.OUTBOX_RUNS ?? 600),
  seed: Number(process.env.OUTBOX_SEED ?? 1),
};

test('a text is stored once and waits for no file; a file arrives once or is told; deletion ends both', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await fc.assert(play(), options);
  warn.mockRestore();
}, 1_800_000);

const faults: [Fault, string][] = [
  ['server key', 'a text is stored twice'],
  ['lease', 'a part is sent by two at a time'],
  ['bytes', 'bytes are left without a record'],
  ['version', 'an old release sends a text that has files'],
  ['turns', 'a text waits for more than one part'],
  ['deletion', 'a deleted record comes back'],
  ['arrival', 'a file is told arrived that the server does not have'],
];

// These test the property itself, which takes long.
test.each(process.env.TEST_TIER === 'full' ? faults : faults.slice(0, 1))(
  'the model notices a fault of the %s',
  async (fault, rule) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { failed, errorInstance } = await fc.check(play(fault), {
      ...options,
      numRuns: 3_000,
      endOnFailure: true,
    });
    warn.mockRestore();
    expect(failed).toBe(true);
    expect(String(errorInstance)).toContain(rule);
  },
  600_000,
);
