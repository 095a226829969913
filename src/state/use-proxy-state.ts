import { useCallback, useSyncExternalStore } from 'react';
import { type Snapshot, snapshot, subscribe } from 'valtio/vanilla';

/**
 * valtio's `useSnapshot` without its tracking of which property was read: our proxies are small, one per subject,
 * and the 1.5 KB of tracking are paid by every visitor.
 */
export function useSnapshot<T extends object>(state: T): Snapshot<T> {
  const onChange = useCallback((notify: () => void) => subscribe(state, notify), [state]);
  const read = () => snapshot(state);
  return useSyncExternalStore(onChange, read, read);
}
