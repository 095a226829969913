/** What a page asks the worker to keep: these addresses, each in its own cache, or every file of the site. */
export type KeepRequest = { urls?: string[]; all?: true };

export type PageMessage =
  | { type: 'SKIP_WAITING' }
  /** The answer is a `Kept`. */
  | ({ type: 'keep' } & KeepRequest);

/** What can be read without a connection from now on. */
export type Kept = 'site' | 'page' | 'nothing';

/** What the worker says of a copy: workbox-broadcast-update that it is a new one, our plugin that it could not be refreshed. */
export type WorkerMessage = { type: 'CACHE_UPDATED' | 'FETCH_FAILED'; payload: { updatedURL: string } };

/** The worker's caches by name; Workbox puts its prefix and the scope around that of the site's files. */
export const kept = { connect: 'connect', images: 'images', precache: 'precache' } as const;

/** Milliseconds since the epoch, set by the worker on every connect answer it keeps. */
export const savedAtHeader = 'X-Saved-At';

export const outboxSyncTag = 'outbox';

export function isWorkerMessage(value: unknown): value is WorkerMessage {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return value.type === 'CACHE_UPDATED' || value.type === 'FETCH_FAILED';
}
