import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';

import * as site from '#src/words/site.ts';

dayjs.extend(utc);

/** `21st March`; empty unless `iso` is an ISO 8601 date. */
export function vacancyDate(iso: string): string {
  return withOrdinal(iso, 'MMMM');
}

/** `21st Mar 2026` */
export function mediaDate(iso: string): string {
  return withOrdinal(iso, 'MMM YYYY');
}

/** `Friday, 27th November 2026`, followed by ` at 17:00` unless it is the end of the day. */
export function closingDate(iso: string): { text: string; iso: string } | undefined {
  const end = localDate(/^\d{4}-\d\d-\d\d$/.test(iso) ? `${iso}T24:00${site.utcOffset}` : iso);
  if (end === null) return undefined;
  const isWholeDay = end.format('HH:mm:ss') === '00:00:00';
  const day = isWholeDay ? end.subtract(1, 'day') : end;
  const hour = isWholeDay ? '' : end.format('[ at ]HH:mm');
  return { text: `${day.format('dddd')}, ${ordinalDate(day, 'MMMM YYYY')}${hour}`, iso: end.format() };
}

/** `Friday, 11 December`: the last of so many working days after a day. `end`: when it is over, in ms. */
export function workingDayAfter(iso: string, days: number): { text: string; end: number } | undefined {
  let date = localDate(iso);
  for (let left = days; date !== null && left > 0; left -= isWeekend(date) ? 0 : 1) date = date.add(1, 'day');
  return date === null ? undefined : { text: date.format('dddd, D MMMM'), end: date.endOf('day').valueOf() };
}

const isWeekend = (date: Dayjs) => date.day() % 6 === 0;

/** ISO 8601 for `<time>` and JSON-LD. */
export function machineDate(iso: string): string | undefined {
  return localDate(iso)?.format();
}

function withOrdinal(iso: string, rest: string): string {
  const date = localDate(iso);
  return date === null ? '' : ordinalDate(date, rest);
}

/** Saves loading the plugin `advancedFormat`. */
function ordinalDate(date: Dayjs, rest: string): string {
  return date.format(`${dayjs.Ls.en?.ordinal?.(date.date())} ${rest}`);
}

function localDate(iso: string): Dayjs | null {
  // `Date` would parse other formats in the device's time zone, and take 31 February for 3 March.
  const day = iso.slice(0, 10);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && dayjs.utc(day).format('YYYY-MM-DD') === day;
  const date = dayjs.utc(iso);
  return isDay && date.isValid() ? date.utcOffset(site.utcOffset) : null;
}
