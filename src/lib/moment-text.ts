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
