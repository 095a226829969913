/** Notifies all tabs and the worker of changed records. Firefox throws if cookies are blocked. */
export function openChannel() {
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | undefined;

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function open(): void {
    try {
      channel = new BroadcastChannel('outbox');
      channel.onmessage = notify;
    } catch (error) {
      console.warn('Cannot notify other tabs of outbox changes.', error);
    }
  }

  open();
  // A message to an open channel evicts a page from the back/forward cache. Workers are never in it.
  if ('onpagehide' in globalThis) {
    addEventListener('pagehide', () => {
      channel?.close();
      channel = undefined;
    });
    addEventListener('pageshow', () => channel ?? open());
  }
  return {
    announce(): void {
      channel?.postMessage('changed');
      notify();
    },
    /** Calls back after changes in any tab or the worker. Returns a function that unsubscribes. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
