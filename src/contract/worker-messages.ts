/** What the worker tells the pages. `path` is the connect call, such as `/connect/v1/job-list`. */
export type WorkerMessage = { type: 'connect-updated'; path: string } | { type: 'outbox-changed' };

/** What a page asks the worker. */
export type PageMessage = { type: 'SKIP_WAITING' } | { type: 'precache-all' } | { type: 'flush-outbox' };
