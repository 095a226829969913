const channelName = 'hcs-outbox';
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;
let isRefused = false;

function openChannel(): BroadcastChannel | undefined {
  if (channel !== undefined || isRefused) return channel;
  try {
    channel = new BroadcastChannel(channelName);
    channel.onmessage = tellListeners;
  } catch (error) {
    // Firefox, where the visitor blocks cookies.
    isRefused = true;
    console.warn('Other tabs are not told of the outbox here.', error);
  }
  return channel;
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Tells this page or worker, and every other one, that the outbox changed. */
export function announceChange(): void {
  openChannel()?.postMessage('changed');
  tellListeners();
}

/** Calls back after each change, wherever it was made. */
export function onOutboxChange(listener: () => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
