import { expect, test } from 'vitest';

import { mayPrefetch } from '#src/lib/saves-data.ts';

test('nothing is fetched ahead for visitors who save data, on 2G, or offline', () => {
  expect(mayPrefetch({ onLine: true })).toBe(true);
  expect(mayPrefetch({ onLine: true, connection: { effectiveType: '4g', saveData: false } })).toBe(true);
  expect(mayPrefetch({ onLine: true, connection: { effectiveType: '3g' } })).toBe(true);
  expect(mayPrefetch({ onLine: false })).toBe(false);
  expect(mayPrefetch({ onLine: true, connection: { saveData: true } })).toBe(false);
  for (const effectiveType of ['2g', 'slow-2g'])
    expect(mayPrefetch({ onLine: true, connection: { effectiveType } })).toBe(false);
});
