/** Asks the worker to cache these connect responses and images. */
export type SaveRequest = { urls?: string[] };

export type PageMessage =
  | { type: 'SKIP_WAITING' }
  /** Answered with a `SavedScope`. `entry` is the page's own script. */
  | ({ type: 'save'; entry?: string } & SaveRequest);

/** What is available offline. `newer`: the site is, in a version other than the page's. */
export type SavedScope = 'site' | 'newer' | 'nothing';

/** Sent by workbox-broadcast-update for a new copy, and by our plugin for a failed refresh. */
export type WorkerMessage = { type: 'CACHE_UPDATED' | 'FETCH_FAILED'; payload: { updatedURL: string } };

/** Workbox adds a prefix and the scope to the precache's name. */
export const cacheNames = { connect: 'connect', images: 'images', precache: 'precache' } as const;

/** Milliseconds since the epoch, set by the worker on each cached connect response. */
export const savedAtHeader = 'X-Saved-At';

export const outboxSyncTag = 'outbox';

export function isWorkerMessage(value: unknown): value is WorkerMessage {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return value.type === 'CACHE_UPDATED' || value.type === 'FETCH_FAILED';
}
