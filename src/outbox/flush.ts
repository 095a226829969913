import type { OutboxEntry } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';
import { objectedTo, postpone } from './first-attempt.ts';
import { withEntryLock, withFlushLock } from './locks.ts';
import { isDue, isRetriable } from './retry.ts';
import { send } from './send.ts';

/**
 * Sends whatever is due, oldest first. Undefined when another tab or the worker is at it already or the lock is
 * refused; else how many still wait for a connection, which the worker tells its `sync` event.
 */
export async function flush(env: OutboxEnvironment, eager: boolean): Promise<number | undefined> {
  return withFlushLock(env, async () => {
    let unanswered = 0;
    for (const { id } of await env.store.list()) {
      const left = await attempt(env, id, (entry) => isDue(entry, env.now(), eager));
      if (left?.waitsFor === 'offline' && left.problem === undefined) unanswered += 1;
    }
    return unanswered;
  });
}

/** The visitor pressed "Send now": this entry, whatever its time or problem. */
export async function sendNow(env: OutboxEnvironment, id: string): Promise<void> {
  await attempt(env, id, () => true);
}

/** What is left in the outbox after it: undefined when it was sent, or is gone, or another sender has it. */
async function attempt(
  env: OutboxEnvironment,
  id: string,
  isWanted: (entry: OutboxEntry) => boolean,
): Promise<OutboxEntry | undefined> {
  return withEntryLock(env, id, async () => {
    // Read under the lock: another sender may have sent, postponed or deleted it since it was listed.
    const entry = await env.store.read(id);
    if (entry === undefined || !isWanted(entry)) return entry;
    const left = await sendOnce(entry, env);
    env.announce();
    return left;
  });
}

async function sendOnce(entry: OutboxEntry, env: OutboxEnvironment): Promise<OutboxEntry | undefined> {
  const delivery = await send(entry, env);
  if (delivery.type === 'sent') {
    const { id, kind, about } = entry;
    await env.store.settle({ id, kind, about, sentAt: env.now() });
    return undefined;
  }
  const objected = delivery.type === 'answered' && !isRetriable(delivery.status);
  const left = objected ? objectedTo(entry, delivery.message) : postpone(entry, delivery, env);
  await env.store.update(left);
  return left;
}
