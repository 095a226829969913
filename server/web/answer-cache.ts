import { LRUCache } from 'lru-cache';

type Entry<T> = { version: string; page: NonNullable<T> };

export class AnswerCache<T> {
  readonly #pages: LRUCache<string, Entry<T>>;
  readonly #pending = new Map<string, Promise<T>>();

  constructor(maxSize: number, bytesOf: (page: NonNullable<T>) => number) {
    this.#pages = new LRUCache({
      maxSize,
      sizeCalculation: ({ page }, address) => address.length + bytesOf(page),
    });
  }

  /** Shares one `make` between concurrent requests. It calls `save` to cache a page. */
  async get(
    address: string,
    version: string,
    make: (save: (page: NonNullable<T>) => T) => Promise<T>,
  ): Promise<T> {
    const known = this.#pages.get(address);
    if (known?.version === version) return known.page;
    const key = `${version} ${address}`;
    const save = (page: NonNullable<T>) => {
      this.#pages.set(address, { version, page });
      return page;
    };
    const making = this.#pending.get(key) ?? make(save).finally(() => this.#pending.delete(key));
    this.#pending.set(key, making);
    return making;
  }
}
