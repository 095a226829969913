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
