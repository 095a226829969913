import type { OutboxEnvironment } from './environment.ts';

const entryLock = (id: string) => `hcs-outbox-entry-${id}`;
const flushLock = 'hcs-outbox-flush';

/** One sender an entry, over all tabs and the worker. Undefined when another holds it or the lock is refused. */
export function withEntryLock<T>(
  env: OutboxEnvironment,
  id: string,
  use: () => Promise<T>,
): Promise<T | undefined> {
  return ifFree(env, entryLock(id), use);
}

/** One flush at a time, over all tabs and the worker. */
export function withFlushLock<T>(env: OutboxEnvironment, use: () => Promise<T>): Promise<T | undefined> {
  return ifFree(env, flushLock, use);
}

async function ifFree<T>(
  env: OutboxEnvironment,
  name: string,
  use: () => Promise<T>,
): Promise<T | undefined> {
  // Without the API there is no worker either; two tabs are kept apart by the server's Idempotency-Key.
  if (env.locks === undefined) return use();
  return env.locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? undefined : use()));
}
