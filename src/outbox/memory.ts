import type { OutboxEntry, Receipt } from './entry.ts';
import { waitOf } from './retry.ts';
import type { OutboxStore } from './store.ts';

/** What the device did not take: the entry as an attempt left it, or nothing of it and perhaps its receipt. */
type Unwritten = { left?: OutboxEntry; receipt?: Receipt };

/**
 * A store that remembers, as long as this page or worker lives, what an attempt brought and could not be written down.
 * Else an entry would be due again at once, for ever, as soon as storage is full.
 */
export function withMemory(store: OutboxStore, now: () => number): OutboxStore {
  const unwritten = new Map<string, Unwritten>();

  async function write(id: string, instead: Unwritten, writing: Promise<unknown>): Promise<void> {
    try {
      await writing;
      unwritten.delete(id);
    } catch (error) {
      console.warn('The outbox could not write down what an attempt brought.', error);
      unwritten.set(id, instead);
    }
  }

  /** Another sender may have come further since: its word on the device then counts, but for the longer wait. */
  function asRemembered(entry: OutboxEntry): OutboxEntry | undefined {
    const instead = unwritten.get(entry.id);
    if (instead === undefined || instead.left === undefined) return instead ? undefined : entry;
    const { left } = instead;
    if (left.attempts > entry.attempts) return left;
    const { waitsFor, nextAttemptAt } = waitOf(left, now()) > waitOf(entry, now()) ? left : entry;
    return { ...entry, waitsFor: entry.problem === undefined ? waitsFor : entry.waitsFor, nextAttemptAt };
  }

  return {
    async list() {
      const entries = await store.list();
      return entries.map(asRemembered).filter((entry) => entry !== undefined);
    },

    async read(id) {
      const entry = await store.read(id);
      return entry && asRemembered(entry);
    },

    async put(entry) {
      await store.put(entry);
      unwritten.delete(entry.id);
    },

    update: (entry) => write(entry.id, { left: entry }, store.update(entry)),

    // The entry stays on the device: whoever comes next asks with the same key, and then leaves the receipt.
    settle: (receipt) => write(receipt.id, { receipt }, store.settle(receipt)),

    remove: (id) => store.remove(id),

    async exchange(id, entry) {
      await store.exchange(id, entry);
      unwritten.delete(id);
      unwritten.delete(entry.id);
    },

    async receipts() {
      const here = [...unwritten.values()].map(({ receipt }) => receipt);
      const all = [...(await store.receipts()), ...here.filter((receipt) => receipt !== undefined)];
      return [...new Map(all.map((receipt) => [receipt.id, receipt])).values()];
    },

    async forgetReceipts(ids) {
      const sent = ids.filter((id) => unwritten.get(id)?.receipt !== undefined);
      for (const id of sent) unwritten.set(id, {});
      await Promise.all(sent.map((id) => store.remove(id)));
      await store.forgetReceipts(ids);
    },
  };
}
