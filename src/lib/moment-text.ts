/** `21 March at 14:05`, in Lusaka wherever the device is. */
export function momentText(time: number): string {
  // Made when something is to be told: at the start of every page it took 20 ms and more.
  const moment = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Africa/Lusaka',
  });
  return moment.format(time);
}
