import { connectBase } from '#src/api/connect-base.ts';
import { outboxSyncTag } from '#src/contract/worker-messages.ts';
import { openChannel } from '#src/outbox/broadcast.ts';
import type { Outbox } from '#src/outbox/deliver.ts';
import { createStore } from '#src/outbox/store.ts';
import { reportNoResponse, reportResponse } from '#src/state/connection.ts';

import { submissions } from './submissions.ts';

let outbox: Outbox | undefined;
let persisting: Promise<boolean> | undefined;

/** Created on first use, because the server lacks IndexedDB and BroadcastChannel. */
export function pageOutbox(): Outbox {
  outbox ??= createOutbox();
  return outbox;
}

function createOutbox(): Outbox {
  const { announce, onChange } = openChannel();
  return {
    store: createStore(announce),
    base: connectBase,
    fetch: fetchAndReport,
    now: () => Date.now(),
    random: () => Math.random(),
    newId,
    onClaim: () => void registerSync(),
    onReceipt: () => void withAlerts('tellServer'),
    announce,
    onChange,
    tell: (sent) => {
      submissions.untold = [...submissions.untold, sent];
    },
  };
}

/** Loads the code if the visitor has allowed notifications. Never rejects. */
export async function withAlerts(act: 'tellServer' | 'tellServerDaily'): Promise<void> {
  try {
    if (globalThis.Notification?.permission === 'granted')
      await (await import('./alerts.ts'))[act](pageOutbox());
  } catch (error) {
    console.warn('The server could not be told about notifications.', error);
  }
}

async function fetchAndReport(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    const response = await fetch(...request);
    reportResponse();
    return response;
  } catch (error) {
    void reportNoResponse();
    throw error;
  }
}

/** A version 4 UUID. `crypto.randomUUID` is missing over plain http, except on localhost. */
export function newId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

type WithSync = ServiceWorkerRegistration & { sync: { register: (tag: string) => Promise<void> } };

/** Registers Background Sync, and asks the browser not to evict the outbox. */
async function registerSync(): Promise<void> {
  try {
    persisting ??= navigator.storage?.persist?.();
    await persisting;
    const { sync } = (await navigator.serviceWorker.ready) as WithSync;
    await sync.register(outboxSyncTag);
  } catch (error) {
    console.warn('Background Sync is not available; sending from the page.', error);
  }
}
