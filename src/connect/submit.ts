import { type Kind, newEntry, newKey, type Payloads } from '#src/outbox/entry.ts';
import { submitEntry } from '#src/outbox/first-attempt.ts';
import type { Outcome } from '#src/outbox/outcome.ts';

import { outboxEnvironment } from './outbox-environment.ts';

export type { Outcome } from '#src/outbox/outcome.ts';

/** The last request of each kind that did not get through: sent again unchanged, it keeps its key. */
const lastTries = new Map<Kind, { key: string; text: string }>();

/**
 * Sends what the visitor typed, through the outbox. Never rejects for the network's or the server's sake.
 * `about` is what the visitor knows it by, such as the vacancy's name.
 */
export async function submit<K extends Kind>(kind: K, payload: Payloads[K], about = ''): Promise<Outcome> {
  const env = outboxEnvironment();
  const text = JSON.stringify(payload);
  const last = lastTries.get(kind);
  const key = last?.text === text ? last.key : newKey();
  lastTries.set(kind, { key, text });
  const outcome = await submitEntry(newEntry(key, kind, payload, about, env.now()), env);
  if (outcome.type === 'sent' || outcome.type === 'waiting') lastTries.delete(kind);
  return outcome;
}
