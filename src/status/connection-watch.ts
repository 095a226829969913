import { subscribe } from 'valtio/vanilla';

import { connection, reportNoAnswer } from '#src/state/connection.ts';

const firstPause = 2_000;
const longestPause = 30_000;

/** While the visitor is offline and looks at the page, asks now and then whether that is still so. */
export function watchConnection(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = firstPause;

  const ask = () => {
    clearTimeout(timer);
    void reportNoAnswer().then(plan);
  };
  const plan = () => {
    clearTimeout(timer);
    if (connection.online) pause = firstPause;
    else if (document.visibilityState === 'visible') {
      timer = setTimeout(ask, pause);
      pause = Math.min(pause * 1.5, longestPause);
    }
  };
  // The browser's own events are a reason to look, never the answer.
  addEventListener('online', ask);
  addEventListener('offline', ask);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !connection.online) ask();
  });
  subscribe(connection, plan);
  if (!navigator.onLine) ask();
  else plan();
}
