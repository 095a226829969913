import { outboxSyncTag } from '#src/contract/worker-messages.ts';
import { openChannel } from '#src/outbox/channel.ts';
import type { Outbox } from '#src/outbox/deliver.ts';
import { createStore } from '#src/outbox/store.ts';
import { reportAnswer, reportNoAnswer } from '#src/state/connection.ts';

import { connectBase } from './connect-base.ts';

type PageOutbox = Outbox & { onChange: (listener: () => void) => void };

let outbox: PageOutbox | undefined;

/** The page's outbox. Made on first use, because the server has none of its parts. */
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
    onClaim: () => void askForSync(),
    whileUnsaved,
    onChange,
  };
}

async function fetchAndReport(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    const response = await fetch(...request);
    reportAnswer();
    return response;
  } catch (error) {
    void reportNoAnswer();
    throw error;
  }
}

/** A version 4 uuid. `crypto.randomUUID` is missing where the page came over plain http from another machine. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** Where Background Sync exists, the worker sends after this page is closed. The browser must not clear what waits. */
async function askForSync(): Promise<void> {
  try {
    await navigator.storage?.persist?.();
    const registration = await navigator.serviceWorker?.ready;
    if (registration !== undefined && 'sync' in registration)
      await (registration.sync as { register: (tag: string) => Promise<void> }).register(outboxSyncTag);
  } catch (error) {
    console.warn('The browser does not send in the background; the page does.', error);
  }
}

/** Makes the browser ask before the page is left: nothing else knows of what is being sent. */
async function whileUnsaved<T>(work: Promise<T>): Promise<T> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', ask);
  try {
    return await work;
  } finally {
    removeEventListener('beforeunload', ask);
  }
}
