import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/** Africa/Lusaka has no daylight saving time. */
const lusakaOffsetMinutes = 120;

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
  const named = inLusaka(iso);
  if (named === null) return undefined;
  const end = /^\d{4}-\d\d-\d\d$/.test(iso) ? named.add(24 * 60 - lusakaOffsetMinutes, 'minute') : named;
  const isWholeDay = end.format('HH:mm:ss') === '00:00:00';
  const day = isWholeDay ? end.subtract(1, 'day') : end;
  const hour = isWholeDay ? '' : end.format('[ at ]HH:mm');
  return { text: `${day.format('dddd')}, ${ordinalDate(day, 'MMMM YYYY')}${hour}`, iso: end.format() };
}

/** ISO 8601 for `<time>` and JSON-LD. */
export function machineDate(iso: string): string | undefined {
  return inLusaka(iso)?.format();
}

function withOrdinal(iso: string, rest: string): string {
  const date = inLusaka(iso);
  return date === null ? '' : ordinalDate(date, rest);
}

/** Saves loading the plugin `advancedFormat`. */
function ordinalDate(date: Dayjs, rest: string): string {
  return date.format(`${dayjs.Ls.en?.ordinal?.(date.date())} ${rest}`);
}

function inLusaka(iso: string): Dayjs | null {
  // `Date` would parse other formats in the device's time zone.
  if (!/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/.test(iso)) return null;
  const date = dayjs.utc(iso);
  return date.isValid() ? date.utcOffset(lusakaOffsetMinutes) : null;
}
