import * as site from '#src/words/site.ts';

import { dayMs } from './durations.ts';
import { Refusal } from './refusal.ts';

/** Creating a formatter takes far longer than using it. */
const inLusaka = (format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(site.locale, { ...format, timeZone: site.timeZone });
const dayAndTime = inLusaka({ dateStyle: 'long', timeStyle: 'short' });
const dayAndMonth = inLusaka({ day: 'numeric', month: 'long' });
const wholeDay = inLusaka({ day: 'numeric', month: 'long', year: 'numeric' });
const weekday = inLusaka({ weekday: 'long' });
const hourAndMinute = inLusaka({ timeStyle: 'short' });

/** Returns e.g. 2026-11-21. */
export function dayOf(moment: Date): string {
  const offsetMs = dateOfDay('1970-01-01').getTime() - startOfDay('1970-01-01').getTime();
  return new Date(moment.getTime() + offsetMs).toISOString().slice(0, 10);
}

export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00${site.utcOffset}`);
}

/** Returns a moment that falls on `day` both in UTC and in our time zone. */
function dateOfDay(day: string): Date {
  return new Date(`${day}T00:00Z`);
}

export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + dayMs);
}

/**
 * Parses a day, or a day and time, in our time zone unless it is in UTC. Strict, because `Date` reads 05-12-2026 as a day in
 * May and 30 February as a day in March. `name`: the field's name, for the error.
 */
export function parseMoment(name: string, text: string, ofDay: (day: string) => Date): string {
  const [, day = '', hour, zone = site.utcOffset] =
    /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z)?)?$/.exec(text) ?? [];
  const midnight = dateOfDay(day);
  const moment = hour === undefined ? ofDay(day) : new Date(day + hour + zone);
  const isTime = ![midnight, moment].some((one) => Number.isNaN(one.getTime()));
  if (isTime && midnight.toISOString().startsWith(day)) return moment.toISOString();
  throw new Refusal(422, `${name}: "${text}" is not a date such as 2026-11-27 or 2026-11-27T17:00.`);
}

/** Returns e.g. 27 November 2026, 23:59. */
export function spoken(moment: Date): string {
  return dayAndTime.format(moment).replace(' at ', ', ');
}

/** Returns e.g. 22 November; adds the year if it differs from the year of `now`. */
export function spokenDay(moment: Date, now = new Date()): string {
  const isThisYear = dayOf(moment).slice(0, 4) === dayOf(now).slice(0, 4);
  return (isThisYear ? dayAndMonth : wholeDay).format(moment);
}

/** Returns e.g. today, 14:05 or 22 November, 18:40. */
export function spokenMoment(moment: Date, now = new Date()): string {
  const days = { [dayOf(now)]: 'today', [dayOf(new Date(now.getTime() + dayMs))]: 'tomorrow' };
  return `${days[dayOf(moment)] ?? spokenDay(moment, now)}, ${timeOf(moment)}`;
}

/** Returns e.g. Monday, 23 November. */
export function spokenWeekday(moment: Date, now = new Date()): string {
  return `${weekday.format(moment)}, ${spokenDay(moment, now)}`;
}

/** Returns e.g. 14:05. */
export function timeOf(moment: Date): string {
  return hourAndMinute.format(moment);
}

/** Returns the value of a `datetime-local` field, e.g. 2026-11-27T17:00. */
export function localValue(moment: Date): string {
  return `${dayOf(moment)}T${timeOf(moment)}`;
}

/** Shows midnight as 23:59 on the day that it ends. */
export function spokenEnd(moment: Date): string {
  const isMidnight = startOfDay(dayOf(moment)).getTime() === moment.getTime();
  return spoken(isMidnight ? new Date(moment.getTime() - 1) : moment);
}
