import type { Browser } from '@playwright/test';

import { median } from './figure.ts';

/** Takes `runs` samples of each in turns, so that other load on the machine affects all of them; returns medians. */
export type InTurns = <Name extends string>(
  runs: number,
  measures: Record<Name, () => Promise<number>>,
) => Promise<Record<Name, number>>;

/**
 * Machines are throttled and do other work. Before each sample the browser runs a fixed calculation; a sample taken
 * at less than half of the best speed is taken once more.
 */
export async function startSamples(browser: Browser): Promise<InTurns> {
  const page = await browser.newPage();
  let best = 0;
  // Warm up: the engine has not optimised the calculation yet.
  for (let warmUp = 0; warmUp < 5; warmUp += 1) best = Math.max(best, await page.evaluate(calculate));

  async function isFair(): Promise<boolean> {
    const speed = await page.evaluate(calculate);
    best = Math.max(best, speed);
    return speed >= best / 2;
  }

  return async (runs, measures) => {
    const names = Object.keys(measures) as (keyof typeof measures)[];
    const samples = new Map(names.map((name): [string, number[]] => [name, []]));
    for (let turn = 0; turn < 3 * runs; turn += 1)
      for (const name of names) {
        const taken = samples.get(name) ?? [];
        if (taken.length < runs && (await isFair())) taken.push(await measures[name]());
      }
    const medians = names.map((name) => [name, median(samples.get(name) ?? [])]);
    return Object.fromEntries(medians) as Record<keyof typeof measures, number>;
  };
}

/** Some 10 ms of arithmetic; returns how often that fits into a second. */
function calculate(): number {
  const begin = performance.now();
  let sum = 0;
  for (let step = 1; step <= 2_000_000; step += 1) sum = (sum * 31 + step) % 1_000_003;
  // Use the sum, so that no engine removes the calculation.
  return sum < 0 ? 0 : 1_000 / (performance.now() - begin);
}
