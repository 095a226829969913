import { LRUCache } from 'lru-cache';

import { bytesOf, type ResponseBody } from './response-body.ts';

/** Visitors see a change within this time, because no cached response is built from another. */
const maxAgeMs = 1_000;
/** Twice the largest sitemap. */
const cacheBytes = 16_000_000;

export type Clock = { now(): number };
export type CachedResponse = { status: number; body: ResponseBody; headers: Record<string, string> };

/** Does not cache 404s, because their number is unlimited. */
export class ResponseCache<T extends CachedResponse | null> {
  readonly #responses: LRUCache<string, NonNullable<T>>;
  readonly #pending = new Map<string, Promise<T>>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#responses = new LRUCache({
      ttl: maxAgeMs,
      ttlResolution: 0,
      perf: clock,
      maxSize: cacheBytes,
      sizeCalculation: ({ body }, address) => address.length + bytesOf(body),
    });
  }

  /** Shares one `render` between concurrent requests. */
  async get(address: string, render: () => Promise<T>): Promise<T> {
    const known = this.#responses.get(address) ?? this.#pending.get(address);
    if (known !== undefined) return known;
    const pending = this.#render(address, render).finally(() => this.#pending.delete(address));
    this.#pending.set(address, pending);
    return pending;
  }

  async #render(address: string, render: () => Promise<T>): Promise<T> {
    // Count the age from before the data is read.
    const start = this.#clock.now();
    const response = await render();
    if (response?.status === 200) this.#responses.set(address, response, { start });
    return response;
  }
}
