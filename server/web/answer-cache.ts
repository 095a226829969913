import { LRUCache } from 'lru-cache';

type Kept<T> = { version: string; page: NonNullable<T> };

/** Bounded by bytes, keys included. */
export class AnswerCache<T> {
  readonly #pages: LRUCache<string, Kept<T>>;
  readonly #underWay = new Map<string, Promise<T>>();

  constructor(maxSize: number, bytesOf: (page: NonNullable<T>) => number) {
    this.#pages = new LRUCache({
      maxSize,
      sizeCalculation: ({ page }, address) => address.length + bytesOf(page),
    });
  }

  /** Calls `make` once for all who ask meanwhile; it passes what is to be cached to `keep`. */
  async get(
    address: string,
    version: string,
    make: (keep: (page: NonNullable<T>) => T) => Promise<T>,
  ): Promise<T> {
    const known = this.#pages.get(address);
    if (known?.version === version) return known.page;
    const key = `${version} ${address}`;
    const keep = (page: NonNullable<T>) => {
      this.#pages.set(address, { version, page });
      return page;
    };
    const making = this.#underWay.get(key) ?? make(keep).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, making);
    return making;
  }
}
