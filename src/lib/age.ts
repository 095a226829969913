const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How old something is, in words: `less than a minute old`, `3 hours old`. */
export function ageText(milliseconds: number): string {
  if (milliseconds < minute) return 'less than a minute old';
  if (milliseconds < hour) return `${count(milliseconds / minute, 'minute')} old`;
  if (milliseconds < 2 * day) return `${count(milliseconds / hour, 'hour')} old`;
  return `${count(milliseconds / day, 'day')} old`;
}

function count(value: number, unit: string): string {
  const whole = Math.floor(value);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lusaka',
});

/** `21 March at 14:05`, in Lusaka wherever the device is. */
export function momentText(time: number): string {
  return moment.format(time);
}
