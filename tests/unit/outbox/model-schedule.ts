import { seededRandom } from '../../support/seeded-random.ts';

/** What befalls one call of the store or the network. `kill`: its page or worker ends, before or after it took effect. */
export type Mishap = 'fail' | 'fail-after' | 'kill' | 'kill-after';

export type Schedule = ReturnType<typeof createSchedule>;

/** Everything that takes time passes a gate; which one opens next is drawn by lot, repeatably. */
export function createSchedule(order: number) {
  const random = seededRandom(order);
  const closed: (() => void)[] = [];
  let mishaps = new Map<number, Mishap>();
  let calls = 0;

  return {
    random,

    gate: () => new Promise<void>((open) => closed.push(open)),

    /** The call with each number meets its mishap, counted from now. */
    plan(next: { call: number; mishap: Mishap }[]): void {
      mishaps = new Map(next.map(({ call, mishap }) => [call, mishap]));
      calls = 0;
    },

    nextMishap: (): Mishap | undefined => mishaps.get(calls++),

    /** Opens gate after gate until nothing moves any more; what hangs on something dead stays so. */
    async untilQuiet(): Promise<void> {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const [open] = closed.splice(Math.floor(random() * closed.length), 1);
        if (open === undefined) return;
        open();
      }
    },
  };
}
