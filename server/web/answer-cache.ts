import { LRUCache } from 'lru-cache';

type Kept<T> = { version: string; page: NonNullable<T> };

/** Pages and answers by address, bounded by bytes: the least recently asked for leave first. */
export class AnswerCache<T> {
  readonly #pages: LRUCache<string, Kept<T>>;
  readonly #underWay = new Map<string, Promise<T>>();

  constructor(maxSize: number, bytesOf: (page: NonNullable<T>) => number) {
    this.#pages = new LRUCache({
      maxSize,
      sizeCalculation: ({ page }, address) => address.length + bytesOf(page),
    });
  }

  /**
   * The page for this version of the data; where none is kept it is made, once for all who ask meanwhile. `make`
   * says what stays, by `keep`.
   */
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
