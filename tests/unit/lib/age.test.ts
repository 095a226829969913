import { expect, test } from 'vitest';

import { ageText } from '#src/components/saved-copy.tsx';

const minute = 60_000;

test.each([
  [0, '1 minute ago'],
  [59 * minute, '59 minutes ago'],
  [60 * minute, '1 hour ago'],
  [47.9 * 60 * minute, '47 hours ago'],
  [48 * 60 * minute, '2 days ago'],
])('an age of %d ms is told as "%s"', (milliseconds, text) => {
  expect(ageText(milliseconds)).toBe(text);
});
