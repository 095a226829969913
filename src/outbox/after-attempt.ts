import type { OutboxEntry, Receipt } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';
import { pauseAfter } from './retry.ts';
import type { Delivery } from './send.ts';

/** What is left of an entry that was sent. */
export function receiptFor({ id, kind, about }: OutboxEntry, env: OutboxEnvironment): Receipt {
  return { id, kind, about, sentAt: env.now() };
}

/** The entry after an answer that another attempt would not change. */
export function objectedTo(entry: OutboxEntry, problem: string): OutboxEntry {
  return { ...entry, attempts: entry.attempts + 1, problem };
}

/** The entry after an attempt that is worth another one. */
export function postpone(
  entry: OutboxEntry,
  delivery: Exclude<Delivery, { type: 'sent' }>,
  env: Pick<OutboxEnvironment, 'now' | 'random'>,
): OutboxEntry {
  const attempts = entry.attempts + 1;
  const waitsFor = delivery.type === 'answered' ? 'service' : 'offline';
  const retryAfter = delivery.type === 'answered' ? delivery.retryAfter : 0;
  const now = env.now();
  const nextAttemptAt = now + pauseAfter(attempts, waitsFor, retryAfter, env.random);
  // A clock that was set back must not make it younger than new.
  const createdAt = Math.min(entry.createdAt, now);
  return { ...entry, createdAt, attempts, waitsFor, nextAttemptAt, problem: undefined };
}
