import { outboxSyncTag } from '#src/contract/worker-messages.ts';
import { tell } from '#src/outbox/alerts.ts';
import { attachPart } from '#src/outbox/attach.ts';
import { openChannel } from '#src/outbox/broadcast.ts';
import { deliver, type Outbox } from '#src/outbox/deliver.ts';
import { createStore } from '#src/outbox/store.ts';

import { connectBase } from './connect-base.ts';
import { worker } from './worker.ts';

const { announce, onChange } = openChannel();

export const outbox: Outbox = {
  store: createStore(announce),
  base: connectBase,
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  // The browser retries because the handler rejects.
  onClaim: () => undefined,
  // The sync tells the server at its end.
  onReceipt: () => undefined,
  announce,
  onChange,
  // Only a page can tell.
  tell: () => undefined,
};

/** Runs when the browser is online again, even without an open page. Rejects while anything remains to be sent. */
export function sendOutboxOnSync(): void {
  worker.addEventListener('sync', (event) => {
    if (event.tag === outboxSyncTag) event.waitUntil(sync());
  });
}

/** Some browsers lack it. */
export const mayNotify = () => globalThis.Notification?.permission === 'granted';

async function sync(): Promise<void> {
  const isUnfinished = await deliver(outbox, attachPart);
  if (mayNotify()) await tell(outbox, worker.registration.pushManager);
  if (isUnfinished) throw new Error('There are still records to send.');
}
