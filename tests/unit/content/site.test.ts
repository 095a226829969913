import { expect, test } from 'vitest';

import * as site from '#src/content/site.ts';

test('the time zone has its offset in every month of this year', () => {
  const zone = new Intl.DateTimeFormat('en', { timeZone: site.timeZone, timeZoneName: 'longOffset' });
  const offsets = Array.from({ length: 12 }, (_, month) => {
    const parts = zone.formatToParts(Date.UTC(new Date().getFullYear(), month, 15));
    return parts.find(({ type }) => type === 'timeZoneName')?.value;
  });
  expect(offsets).toEqual(Array(12).fill(`GMT${site.utcOffset}`));
});
