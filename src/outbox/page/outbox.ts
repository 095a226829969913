import { connectBase } from '#src/api/connect-base.ts';
import { outboxSyncTag } from '#src/contract/worker-messages.ts';
import { openChannel } from '#src/outbox/channel.ts';
import type { Outbox } from '#src/outbox/deliver.ts';
import { createStore } from '#src/outbox/store.ts';
import { reportNoResponse, reportResponse } from '#src/state/connection.ts';

type PageOutbox = Outbox & { onChange: (listener: () => void) => () => void };

let outbox: PageOutbox | undefined;
let persisting: Promise<boolean> | undefined;

/** Created on first use, because the server lacks IndexedDB and BroadcastChannel. */
export function pageOutbox(): PageOutbox {
  outbox ??= createOutbox();
  return outbox;
}

function createOutbox(): PageOutbox {
  const { announce, onChange } = openChannel();
  return {
    store: createStore(announce),
    base: connectBase,
    fetch: fetchAndReport,
    now: () => Date.now(),
    random: () => Math.random(),
    newId,
    onClaim: () => void registerSync(),
    whileUnsaved,
    onChange,
  };
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

/** Registers Background Sync, and asks the browser not to evict the outbox. */
async function registerSync(): Promise<void> {
  try {
    persisting ??= navigator.storage?.persist?.();
    await persisting;
    const registration = await navigator.serviceWorker?.ready;
    if (registration !== undefined && 'sync' in registration)
      await (registration.sync as { register: (tag: string) => Promise<void> }).register(outboxSyncTag);
  } catch (error) {
    console.warn('Background Sync is not available; sending from the page.', error);
  }
}

/** Asks before unload, because a submission in memory would be lost. */
async function whileUnsaved<T>(work: Promise<T>): Promise<T> {
  const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', confirmLeaving);
  try {
    return await work;
  } finally {
    removeEventListener('beforeunload', confirmLeaving);
  }
}
