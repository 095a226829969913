import { expect, test, vi } from 'vitest';

import { inSlices } from '#server/lib/slices.ts';

const all = Array.from({ length: 500 }, (_, index) => index + 1);
const after = (last = 0, most = 0) => all.slice(last, last + most);

test('takes each item once, in slices as long as 20 ms allow, and lets others go first in between', async () => {
  let [clock, waits, others] = [0, 0, 0];
  using _ = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const slices = inSlices(after, (items) => {
    clock += items.length;
    return items;
  });
  const sizes: number[] = [];
  const found: number[] = [];
  for await (const items of slices) {
    sizes.push(items.length);
    found.push(...items);
    expect(others).toBe(waits);
    setImmediate(() => (others += 1));
    waits += 1;
    // What the reader of a slice does with it says nothing about the next one.
    clock += 1_000;
  }
  expect(found).toEqual(all);
  expect(sizes.slice(0, 5)).toEqual([8, 16, 16, 16, 16]);
});

test('takes less at once while it is slow, but not so little that statements cost more than rows', async () => {
  let clock = 0;
  using _ = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const sizes: number[] = [];
  const quick = inSlices(after, ({ length }) => length);
  for await (const size of quick) if (sizes.push(size) === 4) break;
  const slow = inSlices(after, ({ length }) => {
    clock += length > 16 || sizes.length > 6 ? 30 : 0;
    return length;
  });
  for await (const size of slow) if (sizes.push(size) === 10) break;
  expect(sizes).toEqual([8, 16, 32, 64, 8, 16, 32, 16, 8, 8]);
});

test('reads no further once its reader has left', async () => {
  const next = vi.fn(after);
  for await (const items of inSlices(next, (items) => items)) if (items.includes(3)) break;
  expect(next).toHaveBeenCalledOnce();
});
