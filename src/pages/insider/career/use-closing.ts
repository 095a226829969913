import { useSyncExternalStore } from 'react';

import type { OpenVacancy } from '#src/api/answers.ts';
import { career } from '#src/content/career.ts';
import { type Closing, closingAt } from '#src/lib/closing.ts';

type Closes = OpenVacancy['closes'];

/** The clock is looked at this often, because a phone that slept keeps no timer. */
const lookEvery = 15_000;

/** How near the end is by this device's clock; undefined where there is none, and in the server's html. */
export function useClosing(closes: Closes): Closing | undefined {
  return useSyncExternalStore(
    onClock,
    () => closes && closingAt(closes.iso, Date.now()),
    () => undefined,
  );
}

function onClock(look: () => void): () => void {
  const timer = setInterval(look, lookEvery);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** `Closes on Friday, 27th November 2026`. Without `closing` as the server says it, which knows no visitor's clock. */
export function closingLine(closes: Closes, closing: Closing = 'later'): string | undefined {
  return closes && `${career.closing[closing]} ${closes.text}`;
}

/** Today or tomorrow. */
export function isNear(closing: Closing | undefined): boolean {
  return closing === 'today' || closing === 'tomorrow';
}
