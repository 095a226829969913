import { lazyChannel } from './channel.ts';

const channel = lazyChannel('hcs-outbox');
const listeners = new Set<() => void>();

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Tells this page or worker, and every other one, that the outbox changed. */
export function announceChange(): void {
  channel.tell();
  tellListeners();
}

/** Calls back after each change, wherever it was made. */
export function onOutboxChange(listener: () => void): () => void {
  channel.hear(tellListeners);
  listeners.add(listener);
  return () => listeners.delete(listener);
}
