import { proxy } from 'valtio/vanilla';

import type { Kept } from '#src/contract/worker-messages.ts';

/** What the page knows about its own version and about being kept on the device. */
export const updates = proxy({
  /** A newer version than this page's is here and waits for the visitor's word. */
  available: false,
  /** The visitor has said it. */
  takingOver: false,
  /** It would lose what is typed, which this device does not keep. */
  heldBack: false,
  /** What the worker has just begun to keep: said once a device. */
  kept: 'nothing' as Kept,
  /** How much of the site is here, in percent, while it comes; and what it costs in bytes. */
  saving: undefined as number | undefined,
  cost: 0,
  /** What the rest of the site would cost a visitor who saves data, in bytes; 0 where there is nothing to offer. */
  offered: 0,
});

export function announceUpdate(): void {
  updates.available = true;
}

export function withdrawUpdate(): void {
  updates.available = false;
}

export function setTakingOver(): void {
  Object.assign(updates, { takingOver: true, heldBack: false });
}

export function holdBack(): void {
  Object.assign(updates, { takingOver: false, heldBack: true });
}

export function sayKept(kept: Kept): void {
  updates.kept = kept;
}

export function saySaving(percent: number | undefined, cost = updates.cost): void {
  updates.saving = percent;
  updates.cost = cost;
}

export function offerSite(cost: number): void {
  updates.offered = cost;
}
