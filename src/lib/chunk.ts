import { useEffect, useState } from 'react';

/**
 * A part of the page that is fetched apart from it, once a document: a browser remembers a failed `import()` as it does
 * any other (https://github.com/whatwg/html/issues/6768), so the way out of a failure is another document.
 */
export type Chunk<T> = {
  load: () => Promise<T>;
  /** What was loaded; undefined before. */
  value: () => T | undefined;
};

export function chunk<T>(fetch: () => Promise<T>): Chunk<T> {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  return {
    load() {
      loading ??= fetch().then((value) => {
        loaded = value;
        return value;
      });
      return loading;
    },
    value: () => loaded,
  };
}

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
