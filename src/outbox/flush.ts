import { type OutboxEntry, objectedTo } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';
import { entryLock, flushLock, ifFree, type Take, whenFree } from './locks.ts';
import { isDue, isRetriable, needsVisitor, postpone } from './retry.ts';
import { send } from './send.ts';
import { settle } from './settle.ts';

/**
 * Sends whatever is due, oldest first. Undefined when another tab or the worker is at it already; else how many are
 * left that may still leave by themselves, those included that another sender has in hand.
 */
export async function flush(
  env: OutboxEnvironment,
  eager: boolean,
  take: Take = ifFree,
): Promise<number | undefined> {
  return take(env, flushLock, async () => {
    let unsent = 0;
    for (const { id } of await env.store.list()) {
      const isWanted = (entry: OutboxEntry) => isDue(entry, env.now(), eager);
      const done = await take(env, entryLock(id), () => attempt(env, id, isWanted));
      if (done === undefined || (done.left && !needsVisitor(done.left, env.now()))) unsent += 1;
    }
    return unsent;
  });
}

/**
 * Where another sender is at it, what is still due afterwards is sent when that is done; or when patience ends, because a
 * tab that the system has frozen while it was sending is never done.
 */
export async function flushInTurn(env: OutboxEnvironment, eager: boolean): Promise<void> {
  if ((await flush(env, eager)) === undefined) await flush(env, false, whenFree);
}

/** The visitor pressed "Send now": this entry, whatever its time or problem. */
export async function sendNow(env: OutboxEnvironment, id: string): Promise<void> {
  await whenFree(env, entryLock(id), async () => {
    const entry = await env.store.read(id);
    // On its way it is refused no more: should the page die now, nobody may take the old objection for the last word.
    if (entry?.problem !== undefined) await env.store.exchange(id, { ...entry, problem: undefined });
    await attempt(env, id, () => true);
  });
}

/** `left`: the entry as it is in the outbox afterwards; none when it was sent or is gone. */
async function attempt(
  env: OutboxEnvironment,
  id: string,
  isWanted: (entry: OutboxEntry) => boolean,
): Promise<{ left?: OutboxEntry }> {
  // Read under the lock: another sender may have sent, postponed or deleted it since it was listed.
  const entry = await env.store.read(id);
  if (entry === undefined || !isWanted(entry)) return { left: entry };
  const left = await sendOnce(entry, env);
  env.announce();
  return { left };
}

async function sendOnce(entry: OutboxEntry, env: OutboxEnvironment): Promise<OutboxEntry | undefined> {
  const delivery = await send(entry, env);
  if (delivery.type === 'sent') {
    await settle(entry, delivery.secret, env);
    return undefined;
  }
  const objected = delivery.type === 'answered' && !isRetriable(delivery.status);
  const left = objected ? objectedTo(entry, delivery.message) : postpone(entry, delivery, env);
  await env.store.update(left);
  return left;
}
