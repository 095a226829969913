import { outboxSyncTag } from '#src/contract/worker-messages.ts';
import { browserEnvironment } from '#src/outbox/environment.ts';
import { flush } from '#src/outbox/flush.ts';
import { whenFree } from '#src/outbox/locks.ts';

import { connectBase } from './connect-base.ts';
import { worker } from './worker.ts';

/** The browser found a connection, perhaps with no page open. Rejecting makes it try again later. */
export function sendOutboxOnSync(): void {
  worker.addEventListener('sync', (event) => {
    if (event.tag === outboxSyncTag) event.waitUntil(sendOutbox());
  });
}

/** One for all events: it remembers what the device did not take. */
export const env = browserEnvironment(connectBase);

/** Waits for a page that is sending: should that be closed, its lock is free at once and the worker goes on. */
async function sendOutbox(): Promise<void> {
  const unsent = await flush(env, true, whenFree);
  if (unsent !== 0) throw new Error(`${unsent} in the outbox are still to be sent`);
}
