import { buildDay, leaseMs } from '#src/outbox/limits.ts';

/** A fault in one call to the store or the network. `kill`: its page or worker ends, before or after the call takes effect. */
export type Mishap = 'refuse' | 'kill' | 'kill after';

export type Schedule = ReturnType<typeof createSchedule>;

/** Everything that takes time passes a gate; which one opens next is random but repeatable. Each takes a millisecond. */
export function createSchedule(order: number) {
  const random = seededRandom(order);
  const clock = { now: 1_800_000_000_000, trueTime: 0, setAt: -leaseMs };
  let before = clock.now;
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

    /** As on a device whose battery was empty, until it has asked the network. */
    breakClock(): void {
      if (clock.now >= buildDay) before = clock.now - clock.trueTime;
      clock.now = 5_000;
    },

    mendClock(): void {
      if (clock.now < buildDay) clock.now = before + clock.trueTime;
    },

    /** Plans faults by the number of the call, counted from now. */
    plan(next: { call: number; mishap: Mishap }[]): void {
      mishaps = new Map(next.map(({ call, mishap }) => [call, mishap]));
      calls = 0;
    },

    nextMishap: (): Mishap | undefined => mishaps.get(calls++),

    /** Opens gates until nothing moves; work that waits for a dead page stays unfinished. */
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

/** A reproducible pseudo-random sequence in [0, 1) (Lehmer). */
function seededRandom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
