import { areAlertsOn, turnOff } from '#src/connect/alerts.ts';
import { outboxEnvironment } from '#src/connect/outbox-environment.ts';
import { saved } from '#src/content/saved.ts';

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
    remove: async () => {
      const { store, announce } = outboxEnvironment();
      for (const { id } of await store.list()) await store.remove(id);
      await store.forgetReceipts((await store.receipts()).map(({ id }) => id));
      announce();
    },
    isLostForGood: true,
  },
  {
    name: saved.kinds.alerts,
    count: async () => Number(await areAlertsOn()),
    remove: turnOff,
  },
];
