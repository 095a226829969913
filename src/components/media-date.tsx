import { machineDate, mediaDate } from '#src/lib/dates.ts';

/** When an item was published; nothing where its date is missing or odd. */
export function MediaDate({ iso }: { iso: string }) {
  const text = mediaDate(iso);
  return text === '' ? null : <time dateTime={machineDate(iso)}>{text}</time>;
}
