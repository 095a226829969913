import type { Moment } from '#src/connect/articles.ts';

/** When an item was published; nothing where its date is missing or odd. */
export function MediaDate({ date }: { date: Moment }) {
  return date.text === '' ? null : <time dateTime={date.iso}>{date.text}</time>;
}
