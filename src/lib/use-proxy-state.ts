import { useCallback, useSyncExternalStore } from 'react';
import { type Snapshot, snapshot, subscribe } from 'valtio/vanilla';

/** Like valtio's `useSnapshot`, but does not track property reads, which would cost 1.5 KB. Our proxies are small. */
export function useProxyState<T extends object>(state: T): Snapshot<T> {
  const onChange = useCallback((notify: () => void) => subscribe(state, notify), [state]);
  const read = () => snapshot(state);
  return useSyncExternalStore(onChange, read, read);
}
