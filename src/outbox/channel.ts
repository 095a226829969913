/** One word between all tabs and the worker, where the browser lets them speak: Firefox does not with cookies blocked. */
export function lazyChannel(name: string) {
  let channel: BroadcastChannel | 'refused' | undefined;

  function open(): BroadcastChannel | undefined {
    try {
      channel ??= new BroadcastChannel(name);
    } catch (error) {
      channel = 'refused';
      console.warn(`Other tabs hear nothing of ${name} here.`, error);
    }
    return channel === 'refused' ? undefined : channel;
  }

  return {
    tell: () => open()?.postMessage('changed'),
    /** One listener; a later one takes its place. */
    hear: (act: () => void) => {
      const opened = open();
      if (opened) opened.onmessage = act;
    },
  };
}
