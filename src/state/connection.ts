import { proxy, subscribe } from 'valtio/vanilla';

import type { Kept } from '#src/contract/worker-messages.ts';
import { otherPaths } from '#src/paths.ts';

type ConnectionState = {
  /** Whether requests are answered. `navigator.onLine` is only a reason to look. */
  online: boolean;
  /** Connect call -> when the copy on screen was saved. Only for answers that came out of the worker's cache. */
  savedAt: Record<string, number>;
  /** Connect calls whose copy could not be refreshed. */
  stale: Record<string, boolean>;
};

export const connection = proxy<ConnectionState>({ online: true, savedAt: {}, stale: {} });

/** The page's own version, and what of the site is kept on the device. */
export const updates = proxy({
  /** A newer version waits for the visitor's press. */
  available: false,
  /** The visitor has pressed "Update". */
  takingOver: false,
  /** What the worker has begun to keep. */
  kept: 'nothing' as Kept,
});

/** Calls back each time that requests are answered again; what it returns ends that. */
export function onReconnect(act: () => void): () => void {
  let wasOnline = connection.online;
  return subscribe(connection, () => {
    if (connection.online && !wasOnline) act();
    wasOnline = connection.online;
  });
}

const healthTimeoutMs = 8_000;
let answers = 0;
let checking: Promise<void> | undefined;

/** A request was answered, whatever the status. */
export function reportAnswer(): void {
  answers += 1;
  connection.online = true;
}

/** A request got no answer. That may be one slow provider: the site's own server is asked before anybody says so. */
export function reportNoAnswer(): Promise<void> {
  checking ??= askServer().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function askServer(): Promise<void> {
  const before = answers;
  const signal = AbortSignal.timeout(healthTimeoutMs);
  await fetch(otherPaths.health, { method: 'HEAD', cache: 'no-store', signal }).then(reportAnswer, () => {
    // A request that was answered meanwhile is the newer word.
    if (answers === before) connection.online = false;
  });
}

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;

/** While the visitor is offline and looks at the page, asks now and then whether that is still so. */
export function watchConnection(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = firstPauseMs;
  const plan = () => {
    clearTimeout(timer);
    if (connection.online) pause = firstPauseMs;
    else if (document.visibilityState === 'visible') timer = setTimeout(ask, pause);
  };
  const ask = () => {
    pause = Math.min(pause * 1.5, longestPauseMs);
    void reportNoAnswer().then(plan);
  };
  const look = () => {
    if (document.visibilityState === 'visible' && !(connection.online && navigator.onLine)) ask();
  };
  for (const event of ['online', 'offline', 'pageshow', 'visibilitychange']) addEventListener(event, look);
  subscribe(connection, plan);
  look();
}
