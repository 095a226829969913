import type { Browser } from '@playwright/test';

import { median } from './figure.ts';

type Measures = Record<string, () => Promise<unknown>>;

/** What each measure returned, without the samples that a slow moment of the machine has spoilt. */
type Taken<M extends Measures> = { [Name in keyof M]: Awaited<ReturnType<M[Name]>>[] };

export type Samples = {
  /** Takes `runs` samples of each in turns, so that whatever else the machine does meets all of them. */
  inTurns<M extends Measures>(runs: number, measures: M): Promise<Taken<M>>;
  /** One line: how fast the machine was, and how many samples were left out. */
  report(): string;
};

type Sample = { name: string; speed: number; value: unknown };

/**
 * Machines are throttled, and do other things as well. Before each sample the browser runs a fixed calculation; a
 * sample counts only if the machine was at least half as fast as at its best, and is taken once more if not.
 */
export async function startSamples(browser: Browser): Promise<Samples> {
  const page = await browser.newPage();
  const speeds: number[] = [];
  let leftOut = 0;
  const measureSpeed = async () => {
    const speed = await page.evaluate(calculate);
    speeds.push(speed);
    return speed;
  };
  // The first ones are run by an engine that does not know the calculation yet.
  for (let warmUp = 0; warmUp < 5; warmUp += 1) await page.evaluate(calculate);
  await measureSpeed();
  const isFair = ({ speed }: Sample) => speed >= Math.max(...speeds) / 2;

  return {
    async inTurns(runs, measures) {
      const samples: Sample[] = [];
      const fairOf = (name: string) => samples.filter((sample) => sample.name === name && isFair(sample));
      for (let turn = 0; turn < 3 * runs; turn += 1)
        for (const [name, measure] of Object.entries(measures))
          if (fairOf(name).length < runs) {
            const speed = await measureSpeed();
            samples.push({ name, speed, value: await measure() });
          }
      leftOut += samples.filter((sample) => !isFair(sample)).length;
      return Object.fromEntries(
        Object.keys(measures).map((name) => {
          const values = fairOf(name).map(({ value }) => value);
          if (values.length === 0) throw new Error(`The machine was too busy to measure ${name}.`);
          return [name, values];
        }),
      ) as Taken<typeof measures>;
    },
    report() {
      const [slowest, usual, best] = [Math.min(...speeds), median(speeds), Math.max(...speeds)].map(
        Math.round,
      );
      return `Speed of the machine: ${usual} calculations a second (${slowest} to ${best}); samples left out: ${leftOut}.`;
    },
  };
}

/** Some 10 ms of arithmetic; returns how often that fits into a second. */
function calculate(): number {
  const begin = performance.now();
  let sum = 0;
  for (let step = 1; step <= 2_000_000; step += 1) sum = (sum * 31 + step) % 1_000_003;
  const end = performance.now();
  // The sum is looked at, so that no engine leaves the calculation out.
  return sum < 0 ? 0 : 1_000 / (end - begin);
}
