import { setImmediate } from 'node:timers/promises';

/** Others should wait no longer than this for the connection or the thread. */
const sliceMs = 20;
/** At first, and at least: what a statement costs whatever it reads is not paid for each item. */
const fewestItems = 8;
/** Databases limit the number of parameters per statement. */
const mostItems = 1_024;

/**
 * Does long work in slices of about 20 ms, and lets others go first in between. `next` reads at most `most` items that follow
 * `last`, `work` does them; yields what `work` returns, and ends when `next` finds none. Neither the time that its reader
 * takes counts, nor what `within` does around a slice, such as a transaction. Leave the loop to stop.
 */
export async function* inSlices<Item, Result>(
  next: (last: Item | undefined, most: number) => Item[] | Promise<Item[]>,
  work: (items: Item[]) => Result | Promise<Result>,
  within: (slice: () => Promise<Result[]>) => Promise<Result[]> = (slice) => slice(),
): AsyncGenerator<Result> {
  let most = fewestItems;
  let last: Item | undefined;
  while (true) {
    const results = await within(async () => {
      const start = performance.now();
      const items = await next(last, most);
      if (items.length === 0) return [];
      const result = await work(items);
      const ms = performance.now() - start;
      if (ms > sliceMs) most = Math.max(fewestItems, most / 2);
      else if (ms < sliceMs / 2) most = Math.min(mostItems, most * 2);
      last = items.at(-1);
      return [result];
    });
    if (results.length === 0) return;
    yield* results;
    await setImmediate();
  }
}
