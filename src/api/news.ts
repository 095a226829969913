import { mutate, SWRConfig } from 'swr';

import { isWorkerMessage } from '#src/contract/worker-messages.ts';
import { connection, noteWorkerMessage, onReconnect } from '#src/state/connection.ts';

let isListening = false;

/**
 * Hears what speaks for fresh data: the worker's word on how the refresh of a saved copy went, requests that are
 * answered again, a visitor who comes back to the page. As often as you like.
 */
export function listenForNews(): void {
  if (isListening) return;
  isListening = true;
  onReconnect(askFailedAgain);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && connection.online) askFailedAgain();
  });
  try {
    navigator.serviceWorker?.addEventListener('message', hear);
  } catch (error) {
    console.warn('This browser lets no worker help; reads go to the network.', error);
  }
}

function hear({ data }: MessageEvent<unknown>): void {
  if (!isWorkerMessage(data)) return;
  noteWorkerMessage(data);
  if (data.type === 'connect-updated') void mutate(data.call);
  if (data.type !== 'connect-failed') askFailedAgain();
}

/** Asks once more for what is missing or stale on the open page: SWR has given up by then, and polling would cost money. */
function askFailedAgain(): void {
  const { cache } = SWRConfig.defaultValue;
  void mutate((call) => {
    if (typeof call !== 'string') return false;
    return connection.stale[call] === true || cache.get(call)?.error !== undefined;
  });
}
