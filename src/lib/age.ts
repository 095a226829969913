const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in words: `5 minutes ago`, `3 hours ago`; at least a minute. */
export function ageText(milliseconds: number): string {
  const [unit, name] =
    milliseconds < hour
      ? ([minute, 'minute'] as const)
      : milliseconds < 2 * day
        ? ([hour, 'hour'] as const)
        : ([day, 'day'] as const);
  return new Intl.RelativeTimeFormat('en').format(-Math.max(1, Math.floor(milliseconds / unit)), name);
}
