import { afterEach, expect, test } from 'vitest';

import { ageText } from '#src/components/saved-copy.tsx';
import { closingDate, machineDate, mediaDate, vacancyDate, workingDayAfter } from '#src/lib/dates.ts';

const zones = ['Africa/Lusaka', 'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const zoneAtStart = process.env.TZ;

afterEach(() => {
  if (zoneAtStart === undefined) delete process.env.TZ;
  else process.env.TZ = zoneAtStart;
});

test.each(zones)('dates are in Lusaka time on a device in %s', (zone) => {
  process.env.TZ = zone;
  expect(new Date('2026-03-01T00:30:00+02:00').getTimezoneOffset() === 0).toBe(zone === 'UTC');
  expect(mediaDate('2026-02-28T22:30:00.000Z')).toBe('1st Mar 2026');
  expect(mediaDate('2026-05-31T21:59:59Z')).toBe('31st May 2026');
  expect(mediaDate('2026-01-31')).toBe('31st Jan 2026');
  expect(mediaDate('2026-01-31T10:00:00')).toBe('31st Jan 2026');
  expect(vacancyDate('2026-12-31T22:00:00Z')).toBe('1st January');
  expect(machineDate('2026-12-31T22:00:00Z')).toBe('2027-01-01T00:00:00+02:00');
});

test.each(zones)('a vacancy closes by Lusaka time on a device in %s', (zone) => {
  process.env.TZ = zone;
  const text = (iso: string) => closingDate(iso)?.text;
  // Midnight counts as the end of the previous day.
  expect(text('2026-11-27T22:00:00.000Z')).toBe('Friday, 27th November 2026');
  expect(text('2026-11-28T00:00:00+02:00')).toBe('Friday, 27th November 2026');
  expect(text('2026-11-27T21:59:59Z')).toBe('Friday, 27th November 2026 at 23:59');
  expect(text('2026-11-27T22:01:00Z')).toBe('Saturday, 28th November 2026 at 00:01');
  expect(text('2026-12-31T22:00:00Z')).toBe('Thursday, 31st December 2026');
});

test('a closing date keeps its exact time for machines; a date without a time lasts to the end of the day', () => {
  const end = { text: 'Friday, 27th November 2026', iso: '2026-11-28T00:00:00+02:00' };
  expect(closingDate('2026-11-27T22:00:00.000Z')).toEqual(end);
  expect(closingDate('2026-11-27')).toEqual(end);
});

test('text that is not a date is left out', () => {
  for (const text of [
    '',
    'yesterday',
    '12',
    '2026',
    'March 7, 2026',
    '2026-99-99',
    '2026-02-31',
    '2025-02-29',
    '2026-13-45T99:00:00Z',
  ]) {
    const read = [mediaDate, vacancyDate, machineDate, closingDate].map((dateOf) => dateOf(text));
    expect(read, text).toEqual(['', '', undefined, undefined]);
  }
});

test('an age is shown in minutes, then in hours, and in days from two days on', () => {
  const told = ['1 minute ago', '59 minutes ago', '1 hour ago', '47 hours ago', '2 days ago'];
  expect([0, 59, 60, 47.9 * 60, 48 * 60].map((minutes) => ageText(minutes * 60_000))).toEqual(told);
});

test.each([
  ['2026-11-27T21:59:59Z', 'Friday, 11 December'],
  ['2026-11-27T22:00:00Z', 'Friday, 11 December'],
  ['2026-11-29T12:00:00Z', 'Friday, 11 December'],
  ['2026-11-30T12:00:00Z', 'Monday, 14 December'],
])('ten working days after %s are over at the end of %s', (iso, day) => {
  const found = workingDayAfter(iso, 10);
  expect(found?.text).toBe(day);
  expect(new Date(found?.end ?? 0).toISOString()).toMatch(/T21:59:59.999Z$/);
  expect(workingDayAfter('soon', 10)).toBeUndefined();
});
