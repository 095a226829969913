/** Made pages by address, the least recently asked for leave first. */
export class PageCache<T> {
  readonly #limit: number;
  readonly #pages = new Map<string, { version: string; page: T }>();
  readonly #underWay = new Map<string, Promise<T | null>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The page as it was made for this version of the data. */
  get(address: string, version: string): T | undefined {
    const known = this.#pages.get(address);
    if (known?.version !== version) return undefined;
    this.#pages.delete(address);
    this.#pages.set(address, known);
    return known.page;
  }

  set(address: string, version: string, page: T): void {
    this.#pages.delete(address);
    this.#pages.set(address, { version, page });
    const oldest = this.#pages.keys().next().value;
    if (this.#pages.size > this.#limit && oldest !== undefined) this.#pages.delete(oldest);
  }

  /** Many who ask at once wait for one making; null where none can be made. */
  once(address: string, version: string, make: () => Promise<T | null>): Promise<T | null> {
    const key = `${version} ${address}`;
    const waiting = this.#underWay.get(key) ?? make().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, waiting);
    return waiting;
  }
}
