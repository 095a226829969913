/**
 * The bounds, as ISO 8601, between which a time is still ahead: a later one was written while the clock was wrong, and counts
 * as now. `longestMs`: the longest wait; twice, because servers' clocks differ slightly.
 */
export function stillAhead(longestMs: number, now = Date.now()): [now: string, latest: string] {
  return [new Date(now).toISOString(), new Date(now + 2 * longestMs).toISOString()];
}
