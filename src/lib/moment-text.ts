/** `21 March at 14:05`, in Lusaka wherever the device is. */
export function momentText(time: number): string {
  // Made when something is to be told: the making takes 20 ms, and longer on a phone, at the start of every page.
  const moment = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Africa/Lusaka',
  });
  return moment.format(time);
}
