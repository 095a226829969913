import { mutate } from 'swr';

import { isWorkerMessage } from '#src/contract/worker-messages.ts';
import { noteWorkerMessage } from '#src/state/connection.ts';

let listening = false;

/**
 * Hears from the worker how the refresh of a saved copy went; what is new appears on the open page. Call it
 * before the first connect read, whose refresh may be faster than the page.
 */
export function listenToWorker(): void {
  if (listening) return;
  listening = true;
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isWorkerMessage(data)) return;
    noteWorkerMessage(data);
    if (data.type === 'connect-updated') void mutate(data.call);
  });
}
