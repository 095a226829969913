import { leaseMs } from '#src/outbox/submission.ts';

/** What happens to one call of the store or the network. `kill`: its page or worker ends, before or after it took effect. */
export type Mishap = 'refuse' | 'kill' | 'kill after';

export type Schedule = ReturnType<typeof createSchedule>;

/** Everything that takes time passes a gate; the next one to open is chosen at random, repeatably. Each takes a millisecond. */
export function createSchedule(order: number) {
  const random = seededRandom(order);
  const clock = { now: 1_800_000_000_000, trueTime: 0, setAt: -leaseMs };
  const closed: (() => void)[] = [];
  let mishaps = new Map<number, Mishap>();
  let calls = 0;

  return {
    clock,
    random,

    gate: () => new Promise<void>((open) => closed.push(open)),

    pass(milliseconds: number): void {
      clock.now += milliseconds;
      clock.trueTime += milliseconds;
    },

    /** The call with each number, counted from now, gets its fault. */
    plan(next: { call: number; mishap: Mishap }[]): void {
      mishaps = new Map(next.map(({ call, mishap }) => [call, mishap]));
      calls = 0;
    },

    nextMishap: (): Mishap | undefined => mishaps.get(calls++),

    /** Opens gates until nothing moves; whatever waits for something dead stays as it is. */
    async untilQuiet(): Promise<void> {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const [open] = closed.splice(Math.floor(random() * closed.length), 1);
        if (open === undefined) return;
        this.pass(1);
        open();
      }
    },
  };
}

/** A repeatable sequence of numbers from 0 to below 1 (Lehmer's). */
export function seededRandom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
