import { outcomeWords } from '#src/content/outcomes.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

const minuteMs = 60_000;

/** The time until which an application that waits is accepted. `closes`: the vacancy's closing time, ISO 8601. */
export function Deadline({
  record: { at, closes },
}: {
  record: { at: number; closes?: string | undefined };
}) {
  if (closes === undefined) return null;
  const closing = Date.parse(closes);
  // Subtract a minute, so that midnight is shown as 23:59 of the last day.
  const last = closing + company.lateApplicationHours * 60 * minuteMs - minuteMs;
  const isInTime = at <= closing;
  return <p>{`${isInTime ? outcomeWords.inTime : ''} ${outcomeWords.deadline(timeText(last))}`.trim()}</p>;
}

/** `21 March at 14:05`, in our time zone; in another year, `21 March 2025 at 14:05`. */
export function timeText(time: number): string {
  // Create the formatter on use, because that takes 20 ms or more.
  const day = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;
  const { format } = new Intl.DateTimeFormat(site.locale, {
    ...day,
    year: 'numeric',
    timeZone: site.timeZone,
  });
  const [thisYear = ''] = / \d{4}/.exec(format(Date.now())) ?? [];
  return format(time).replace(thisYear, '');
}
