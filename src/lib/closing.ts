/** How near an end is: `over`, on this day or the next one in Lusaka, or `later`. */
export type Closing = 'later' | 'tomorrow' | 'today' | 'over';

const day = 24 * 60 * 60 * 1000;
/** Africa/Lusaka, which has no summer time. By hand: dates have their library after the first view only. */
const lusakaOffset = 2 * 60 * 60 * 1000;

/** `end` in ISO 8601; an end at midnight belongs to the day before. */
export function closingAt(end: string, now: number): Closing {
  const moment = Date.parse(end);
  if (moment <= now) return 'over';
  const days = dayOf(moment - 1) - dayOf(now);
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'later';
}

function dayOf(moment: number): number {
  return Math.floor((moment + lusakaOffset) / day);
}
