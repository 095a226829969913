import { outboxSyncTag } from '#src/contract/worker-messages.ts';
import { openChannel } from '#src/outbox/channel.ts';
import { deliver, type Outbox, showBadge } from '#src/outbox/deliver.ts';
import { createStore } from '#src/outbox/store.ts';

import { connectBase } from './connect-base.ts';
import { worker } from './worker.ts';

const outbox: Outbox = {
  store: createStore(openChannel().announce),
  base: connectBase,
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  // The handler's rejection is what makes the browser try again.
  onClaim: () => undefined,
  whileUnsaved: (work) => work,
};

/** The browser found a connection, perhaps with no page open. Rejects while something is left to be sent. */
export function sendOutboxOnSync(): void {
  worker.addEventListener('sync', (event) => {
    if (event.tag === outboxSyncTag) event.waitUntil(sync());
  });
}

async function sync(): Promise<void> {
  const isUnfinished = await deliver(outbox);
  await showBadge(await outbox.store.list());
  if (isUnfinished) throw new Error('Something in the outbox is still to be sent.');
}
