import type { OutboxEnvironment } from './environment.ts';

/** Longer than one attempt takes; a tab that the system has frozen with its lock may hold it for hours. */
const patience = 35_000;

/** How to come by a lock: `ifFree` gives undefined where another sender has it, `whenFree` waits for it. */
export type Take = <T>(env: OutboxEnvironment, name: string, use: () => Promise<T>) => Promise<T | undefined>;

/** One sender an entry, over all tabs and the worker. */
export const entryLock = (id: string) => `hcs-outbox-entry-${id}`;

/** One flush at a time, over all tabs and the worker. */
export const flushLock = 'hcs-outbox-flush';

export function ifFree<T>(
  env: OutboxEnvironment,
  name: string,
  use: () => Promise<T>,
): Promise<T | undefined> {
  const whenBusy = async () => undefined;
  return hold(env, name, { ifAvailable: true }, (lock) => (lock === null ? whenBusy() : use()), use);
}

/** For what the visitor asked for: it may wait, but it happens. */
export async function whenFree<T>(env: OutboxEnvironment, name: string, use: () => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), patience);
  const started = () => {
    clearTimeout(timer);
    return use();
  };
  return hold(env, name, { signal: limit.signal }, started, started);
}

/**
 * Without the API, where it is refused and where patience ends: `without` the lock. Two senders are then kept apart by
 * the server's Idempotency-Key.
 */
async function hold<T>(
  env: OutboxEnvironment,
  name: string,
  options: LockOptions,
  use: (lock: Lock | null) => Promise<T>,
  without: () => Promise<T>,
): Promise<T> {
  if (env.locks === undefined) return without();
  let entered = false;
  try {
    return await env.locks.request(name, options, (lock) => {
      entered = true;
      return use(lock);
    });
  } catch (error) {
    if (entered) throw error;
    return without();
  }
}
