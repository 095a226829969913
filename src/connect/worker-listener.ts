import { mutate } from 'swr';

import { isWorkerMessage } from '#src/contract/worker-messages.ts';
import { noteWorkerMessage } from '#src/state/connection.ts';

/**
 * Hears from the worker how the refresh of a saved copy went; what is new appears on the open page. Call it
 * before the first connect read, whose refresh may be faster than the page; as often as you like.
 */
export function listenToWorker(): void {
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
}
