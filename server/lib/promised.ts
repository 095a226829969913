import { dayMs } from './durations.ts';

/** Working days as time; weekends are spread evenly. */
export const promisedMs = (workingDays: number) => (workingDays / 5) * 7 * dayMs;
