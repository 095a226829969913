/** Tells all tabs and the worker that a record has changed. Firefox refuses the channel where cookies are blocked. */
export function openChannel() {
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | undefined;

  function notify(): void {
    for (const listener of listeners) listener();
  }

  try {
    channel = new BroadcastChannel('outbox');
    channel.onmessage = notify;
  } catch (error) {
    console.warn('Other tabs are not told about the outbox.', error);
  }
  return {
    announce(): void {
      channel?.postMessage('changed');
      notify();
    },
    /** Calls back after each change, whoever made it. */
    onChange(listener: () => void): void {
      listeners.add(listener);
    },
  };
}
