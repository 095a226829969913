import { dateOfDay, parseLocalMoment, startOfDay } from './local-time.ts';
import { Refusal } from './refusal.ts';

/** `name`: the field's name, for the error. */
export function parseMoment(name: string, text: string, ofDay: (day: string) => Date): string {
  const moment = parseLocalMoment(text, ofDay);
  if (moment !== null) return moment.toISOString();
  throw new Refusal(422, `${name}: "${text}" is not a date such as 2026-11-27 or 2026-11-27T17:00.`);
}

/** An article with a day but no time has that date both in UTC and in our time zone, and appears at midnight in the latter. */
export function parsePublication(name: string, text: string) {
  return {
    createdAt: parseMoment(name, text, dateOfDay),
    visibleFrom: parseMoment(name, text, startOfDay),
  };
}
