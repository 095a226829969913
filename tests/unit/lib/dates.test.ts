import { afterEach, expect, test } from 'vitest';

import { ageText } from '#src/components/saved-copy.tsx';
import { closingDate, machineDate, mediaDate, vacancyDate } from '#src/lib/dates.ts';

const zones = ['Africa/Lusaka', 'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'];
const zoneAtStart = process.env.TZ;

afterEach(() => {
  process.env.TZ = zoneAtStart;
});

test.each(zones)('dates are those of Lusaka on a device in %s', (zone) => {
  process.env.TZ = zone;
  expect(new Date('2026-03-01T00:30:00+02:00').getTimezoneOffset() === 0).toBe(zone === 'UTC');
  expect(mediaDate('2026-03-01T00:30:00+02:00')).toBe('1st Mar 2026');
  expect(mediaDate('2026-02-28T22:30:00.000Z')).toBe('1st Mar 2026');
  expect(mediaDate('2026-05-31T21:59:59Z')).toBe('31st May 2026');
  expect(mediaDate('2026-01-31')).toBe('31st Jan 2026');
  expect(mediaDate('2026-01-31T10:00:00')).toBe('31st Jan 2026');
  expect(vacancyDate('2026-12-31T22:00:00Z')).toBe('1st January');
  expect(machineDate('2026-12-31T22:00:00Z')).toBe('2027-01-01T00:00:00+02:00');
});

test.each(zones)(
  'a closing date is that of Lusaka on a device in %s, and midnight ends the day before',
  (zone) => {
    process.env.TZ = zone;
    const text = (iso: string) => closingDate(iso)?.text;
    expect(text('2026-11-27T22:00:00.000Z')).toBe('Friday, 27th November 2026');
    expect(text('2026-11-28T00:00:00+02:00')).toBe('Friday, 27th November 2026');
    expect(text('2026-11-27T21:59:59Z')).toBe('Friday, 27th November 2026 at 23:59');
    expect(text('2026-11-27T15:00:00Z')).toBe('Friday, 27th November 2026 at 17:00');
    expect(text('2026-11-27T22:01:00Z')).toBe('Saturday, 28th November 2026 at 00:01');
    expect(text('2026-12-31T22:00:00Z')).toBe('Thursday, 31st December 2026');
  },
);

test('a closing date keeps its moment for machines; a day alone lasts to its end', () => {
  expect(closingDate('2026-11-27T22:00:00.000Z')?.iso).toBe('2026-11-28T00:00:00+02:00');
  expect(closingDate('2026-11-27')).toEqual({
    text: 'Friday, 27th November 2026',
    iso: '2026-11-28T00:00:00+02:00',
  });
  for (const odd of ['', 'soon', '2026-99-99', 'March 7, 2026']) expect(closingDate(odd)).toBeUndefined();
});

test.each([
  ['01', '1st'],
  ['02', '2nd'],
  ['03', '3rd'],
  ['04', '4th'],
  ['11', '11th'],
  ['12', '12th'],
  ['13', '13th'],
  ['21', '21st'],
  ['22', '22nd'],
  ['23', '23rd'],
  ['31', '31st'],
])('day %s is written %s', (day, ordinal) => {
  expect(vacancyDate(`2026-10-${day}T08:00:00Z`)).toBe(`${ordinal} October`);
  expect(mediaDate(`2026-10-${day}T08:00:00Z`)).toBe(`${ordinal} Oct 2026`);
});

test.each(['', 'yesterday', '12', '2026', 'March 7, 2026', '2026-99-99', '2026-13-45T99:00:00Z'])(
  'what is no date (%s) is left out',
  (value) => {
    expect([mediaDate(value), vacancyDate(value), machineDate(value)]).toEqual(['', '', undefined]);
  },
);

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
