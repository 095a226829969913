import { expect, test } from 'vitest';

import { closingAt } from '#src/lib/closing.ts';

/** The end of Friday, 27th November in Lusaka. */
const friday = '2026-11-28T00:00:00+02:00';

test.each([
  ['2026-11-25T23:59:59+02:00', 'later'],
  ['2026-11-26T00:00:00+02:00', 'tomorrow'],
  ['2026-11-26T23:59:59+02:00', 'tomorrow'],
  ['2026-11-26T22:00:00Z', 'today'],
  ['2026-11-27T23:59:59.999+02:00', 'today'],
  ['2026-11-27T22:00:00Z', 'over'],
  ['2027-01-01T00:00:00Z', 'over'],
])('what ends with Friday is at %s %s', (now, closing) => {
  expect(closingAt(friday, Date.parse(now))).toBe(closing);
});

test('an end at an hour is over at that hour, and not before', () => {
  const at = (now: string) => closingAt('2026-11-27T17:00:00+02:00', Date.parse(now));
  expect([at('2026-11-27T14:59:59Z'), at('2026-11-27T15:00:00Z')]).toEqual(['today', 'over']);
});
