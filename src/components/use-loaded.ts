import { useEffect, useState } from 'react';

import type { Chunk } from '#src/lib/chunk.ts';

export type Loaded<T> = { value: T | undefined; hasFailed: boolean };

/**
 * Loads a chunk when `isWanted` becomes true. Not React's `lazy`: what cannot be fetched leaves the page standing.
 * `isAtHand`: it was loaded before the first render, which shows it.
 */
export function useLoaded<T>(chunk: Chunk<T>, isWanted: boolean, isAtHand = false): Loaded<T> {
  const [value, setValue] = useState(() => ({ it: isAtHand ? chunk.value() : undefined }));
  const [hasFailed, setHasFailed] = useState(false);
  const isNeeded = isWanted && value.it === undefined;
  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    chunk.load().then(
      (it) => isCurrent && setValue({ it }),
      (error: unknown) => {
        console.warn('A part is missing.', error);
        if (isCurrent) setHasFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, chunk]);
  return { value: value.it, hasFailed };
}
