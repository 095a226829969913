import { subscribe } from 'valtio/vanilla';

import { connection, reportNoResponse } from '#src/state/connection.ts';

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;

/** Checks the connection regularly while offline and visible. */
export function watchConnection(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = firstPauseMs;
  const schedule = () => {
    clearTimeout(timer);
    if (connection.online) pause = firstPauseMs;
    else if (document.visibilityState === 'visible') timer = setTimeout(check, pause);
  };
  const check = () => {
    pause = Math.min(pause * 1.5, longestPauseMs);
    void reportNoResponse().then(schedule);
  };
  const checkIfVisible = () => {
    if (document.visibilityState === 'visible' && !(connection.online && navigator.onLine)) check();
  };
  for (const event of ['online', 'offline', 'pageshow', 'visibilitychange'])
    addEventListener(event, checkIfVisible);
  subscribe(connection, schedule);
  checkIfVisible();
}
