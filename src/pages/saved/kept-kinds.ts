import { findSubscription, turnOff } from '#src/api/alerts.ts';
import { outboxEnvironment } from '#src/api/outbox-environment.ts';
import { follow } from '#src/content/follow.ts';
import { saved } from '#src/content/saved.ts';
import { kept } from '#src/contract/worker-messages.ts';
import { forgetReceipts } from '#src/outbox/change.ts';
import { clearAllDrafts, clearDraftsOf, listDrafts } from '#src/outbox/drafts.ts';
import { forgetSettings, hasForgotten } from '#src/worker-bridge/forgetting.ts';

import { readPages } from './kept-space.ts';

/** What the site keeps on the device, a row a kind: "Delete everything saved here" names each and removes it. */
export type KeptKind = {
  /** What the visitor calls it. */
  name: string;
  /** How many there are; with 0 it is not named. Rejects where the device does not say. */
  count: () => Promise<number>;
  remove: () => Promise<void>;
  /** Cannot be had again: deleted only after a second word. */
  isLostForGood?: true;
};

export const keptKinds: KeptKind[] = [
  {
    name: saved.kinds.waiting,
    count: async () => (await outboxEnvironment().store.list()).length,
    remove: emptyOutbox,
    isLostForGood: true,
  },
  {
    name: follow.list.kind,
    count: async () => (await outboxEnvironment().followed.list()).length,
    remove: () => outboxEnvironment().followed.removeAll(),
    // The service keeps no link that it could give again.
    isLostForGood: true,
  },
  {
    name: saved.kinds.drafts,
    count: async () => (await listDrafts()).length,
    remove: clearAllDrafts,
    isLostForGood: true,
  },
  {
    name: saved.kinds.receipts,
    count: async () => (await outboxEnvironment().store.receipts()).length,
    remove: removeReceipts,
  },
  {
    name: saved.kinds.pages,
    count: async () => (await readPages()).length,
    remove: () => removeCaches((name) => name !== kept.connect && name !== kept.images),
  },
  {
    name: saved.kinds.answers,
    count: () => countOf(kept.connect),
    remove: () => removeCaches((name) => name === kept.connect),
  },
  {
    name: saved.kinds.images,
    count: () => countOf(kept.images),
    remove: () => removeCaches((name) => name === kept.images),
  },
  {
    name: saved.kinds.settings,
    count: async () => localStorage.length + sessionStorage.length,
    remove: async () => forgetSettings(),
  },
  {
    name: saved.kinds.alerts,
    count: async () => Number((await findSubscription()) !== null),
    remove: async () => void (await turnOff()),
  },
  {
    name: saved.kinds.traffic,
    count: async () => (await databaseNames()).filter((name) => name === kept.traffic).length,
    remove: () => removeDatabase(kept.traffic),
  },
];

async function emptyOutbox(): Promise<void> {
  const { store, announce } = outboxEnvironment();
  for (const { id } of await store.list()) await store.remove(id);
  announce();
}

async function removeReceipts(): Promise<void> {
  const env = outboxEnvironment();
  const ids = (await env.store.receipts()).map(({ id }) => id);
  // Or what was sent would look half typed.
  await clearDraftsOf(ids);
  await forgetReceipts(env, ids);
}

async function countOf(cache: string): Promise<number> {
  return (await caches.has(cache)) ? (await (await caches.open(cache)).keys()).length : 0;
}

export async function removeCaches(isOne: (name: string) => boolean): Promise<void> {
  for (const name of await caches.keys()) if (isOne(name)) await caches.delete(name);
}

/** Firefox before 126 does not list them; there it is taken to be here until all is deleted. */
async function databaseNames(): Promise<(string | undefined)[]> {
  if (indexedDB.databases === undefined) return hasForgotten() ? [] : [kept.traffic];
  return (await indexedDB.databases()).map(({ name }) => name);
}

function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    // It goes as soon as who has it open lets go, which is asked of them at once.
    request.onblocked = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
