import { browserEnvironment } from '#src/outbox/environment.ts';
import { flush } from '#src/outbox/flush.ts';
import { outboxSyncTag } from '#src/outbox/sync-tag.ts';

import { connectBase } from './connect-base.ts';
import { worker } from './worker.ts';

/** The browser found a connection, perhaps with no page open. Rejecting makes it try again later. */
export function sendOutboxOnSync(): void {
  worker.addEventListener('sync', (event) => {
    if (event.tag === outboxSyncTag) event.waitUntil(sendOutbox());
  });
}

async function sendOutbox(): Promise<void> {
  const unanswered = await flush(browserEnvironment(connectBase), true);
  if (unanswered !== undefined && unanswered > 0) throw new Error(`${unanswered} still without an answer`);
}
