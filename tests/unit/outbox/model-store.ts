import type { OutboxEntry, Receipt } from '#src/outbox/entry.ts';
import { asKept, type Followed, type FollowedStore } from '#src/outbox/followed.ts';
import type { OutboxStore } from '#src/outbox/store.ts';

/** What a device holds. */
export type Disk = {
  entries: Map<string, OutboxEntry>;
  receipts: Map<string, Receipt>;
  followed: Map<string, Followed>;
  /** What all that was ever written down is about. */
  everKept: Set<string>;
};

export function createDisk(): Disk {
  return { entries: new Map(), receipts: new Map(), followed: new Map(), everKept: new Set() };
}

/** The same as `createOutboxStore`, in memory and at once; `store.test.ts` holds the two together. */
export function createModelStore({ entries, receipts, everKept }: Disk): OutboxStore {
  const keep = (entry: OutboxEntry) => {
    entries.set(entry.id, structuredClone(entry));
    everKept.add(entry.about);
  };
  return {
    list: async () => structuredClone([...entries.values()].sort((a, b) => a.createdAt - b.createdAt)),
    read: async (id) => structuredClone(entries.get(id)),
    put: async (entry) => keep(entry),
    update: async (entry) => {
      if (entries.has(entry.id)) keep(entry);
    },
    remove: async (id) => void entries.delete(id),
    settle: async (receipt) => {
      if (!entries.delete(receipt.id)) throw new Error('deleted');
      receipts.set(receipt.id, receipt);
    },
    exchange: async (id, entry) => {
      if (entries.delete(id)) keep(entry);
    },
    receipts: async () => [...receipts.values()],
    forgetReceipts: async (ids) => {
      for (const id of ids) receipts.delete(id);
    },
  };
}

/** The same as `createFollowedStore`. */
export function createModelFollowed({ followed }: Disk): FollowedStore {
  return {
    list: async () => [...followed.values()],
    read: async (secret) => followed.get(secret),
    keep: async (one) => void followed.set(one.secret, asKept(one, followed.get(one.secret))),
    hear: async (one) => {
      const kept = followed.get(one.secret);
      if (kept) followed.set(one.secret, asKept(one, kept));
    },
    remove: async (secret) => void followed.delete(secret),
    removeAll: async () => followed.clear(),
  };
}
