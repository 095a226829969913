import { translateError } from '#src/contract/answer.ts';

import type { OutboxEntry } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';
import { withEntryLock } from './locks.ts';
import type { Outcome } from './outcome.ts';
import { pauseAfter } from './retry.ts';
import { type Delivery, send } from './send.ts';

/**
 * Keeps the entry, then sends it while the visitor watches. An application that is answered with an error goes
 * back to its form and does not wait; a subscription waits where waiting helps. Where `isWatched` says that the form
 * was closed meanwhile, what the server objected to stays in the outbox, so that the visitor learns of it.
 */
export async function submitEntry(
  entry: OutboxEntry,
  env: OutboxEnvironment,
  isWatched: () => boolean = () => true,
): Promise<Outcome> {
  let entered = false;
  const attempt = () => {
    entered = true;
    return keepAndSend(entry, env, isWatched);
  };
  try {
    const outcome = await withEntryLock(env, entry.id, attempt);
    // Another tab or the worker is sending this very entry.
    return outcome ?? { type: `waiting-${entry.waitsFor}`, message: '' };
  } catch (error) {
    if (entered) throw error;
    // A browser that refuses locks refuses them to every sender: there is nobody to collide with.
    return attempt();
  }
}

async function keepAndSend(
  entry: OutboxEntry,
  env: OutboxEnvironment,
  isWatched: () => boolean,
): Promise<Outcome> {
  const kept = await keep(entry, env);
  const delivery = await send(entry, env);
  if (delivery.type === 'sent') {
    if (kept) await drop(entry, env);
    return { type: 'sent', message: delivery.message };
  }
  if (delivery.type === 'answered' && !mayWait(entry, delivery.status)) {
    if (kept && isWatched()) await drop(entry, env);
    else if (kept) await note(objectedTo(entry, delivery.message), env);
    return { type: 'refused', message: delivery.message };
  }
  const message = delivery.type === 'answered' ? delivery.message : translateError(null, undefined);
  if (!kept) return { type: 'not-kept', message };
  const waiting = postpone(entry, delivery, env);
  await note(waiting, env);
  return { type: `waiting-${waiting.waitsFor}`, message: '' };
}

function mayWait(entry: OutboxEntry, status: number): boolean {
  if (entry.kind === 'apply') return false;
  return status === 408 || status === 429 || status < 400 || status >= 500;
}

/** False where storage is denied or full: then the request is sent from memory. */
async function keep(entry: OutboxEntry, env: OutboxEnvironment): Promise<boolean> {
  try {
    await env.store.put(entry);
    env.announce();
    return true;
  } catch (error) {
    console.warn('The outbox cannot keep this request; it is sent from memory.', error);
    return false;
  }
}

async function drop(entry: OutboxEntry, env: OutboxEnvironment): Promise<void> {
  try {
    await env.store.remove(entry.id);
  } catch (error) {
    // It will be sent once more with the same key, which the server answers without storing it twice.
    console.warn('The outbox could not delete an entry.', error);
  }
  env.announce();
}

async function note(entry: OutboxEntry, env: OutboxEnvironment): Promise<void> {
  await env.store.update(entry).catch((error: unknown) => {
    // The entry as first written still waits; only what this attempt brought is lost.
    console.warn('The outbox could not note an attempt.', error);
  });
  env.announce();
}

/** The entry after an answer that another attempt would not change. */
export function objectedTo(entry: OutboxEntry, problem: string): OutboxEntry {
  return { ...entry, attempts: entry.attempts + 1, problem };
}

/** The entry after an attempt that is worth another one. */
export function postpone(
  entry: OutboxEntry,
  delivery: Exclude<Delivery, { type: 'sent' }>,
  env: OutboxEnvironment,
): OutboxEntry {
  const attempts = entry.attempts + 1;
  const waitsFor = delivery.type === 'answered' ? 'service' : 'offline';
  const retryAfter = delivery.type === 'answered' ? delivery.retryAfter : 0;
  const pause = pauseAfter(attempts, waitsFor, retryAfter, env.random);
  return { ...entry, attempts, waitsFor, nextAttemptAt: env.now() + pause, problem: undefined };
}
