import { useEffect, useState } from 'react';

export type Loaded<T> = { value: T | undefined; hasFailed: boolean; retry: () => void };

/**
 * A chunk or another thing that is fetched when `isWanted` becomes true. Not React's `lazy`: what cannot be
 * fetched leaves the page standing. `load` has to be the same function in each render.
 */
export function useLoaded<T>(load: () => Promise<T>, isWanted: boolean): Loaded<T> {
  const [value, setValue] = useState<{ it: T }>();
  const [hasFailed, setHasFailed] = useState(false);
  const isNeeded = isWanted && value === undefined && !hasFailed;
  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    load().then(
      (it) => isCurrent && setValue({ it }),
      (error: unknown) => {
        console.warn('A part of the page could not be loaded.', error);
        if (isCurrent) setHasFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, load]);
  const retry = () => setHasFailed(false);
  return { value: value?.it, hasFailed, retry };
}
