import { translateError } from '#src/contract/answer.ts';

import { type OutboxEntry, objectedTo, receiptFor } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';
import { entryLock, whenFree } from './locks.ts';
import { isRetriable, postpone } from './retry.ts';
import { type Delivery, send } from './send.ts';

/**
 * What became of a request that the visitor just sent; `outcomeMessages` has the words for each. `message` is what the server
 * said, or why nothing did, translated for the visitor; may be empty.
 */
export type Outcome = {
  type:
    | 'sent'
    /** It waits in the outbox: nothing answered. */
    | 'waiting-offline'
    /** It waits in the outbox: something answered, but could not take it yet. */
    | 'waiting-service'
    /** The server answered with an error and nothing waits. */
    | 'refused'
    /** Nothing answered, and this browser does not let us keep anything: only the open form still has it. */
    | 'not-kept';
  message: string;
};

/**
 * Keeps the entry, then sends it while the visitor watches. An application that is answered with an error goes back to
 * its form; a subscription waits where waiting helps. Once `isWatched` says that the form was closed, the outbox deals
 * with it as with any other entry: what may help is tried again, an objection is kept with its reason.
 * Until the visitor has been told the outbox holds what was sent as a receipt and what was refused with its reason: who
 * has told calls `letGo`, else `env.announce`, and a page that dies before has lost nothing.
 */
export function submitEntry(
  entry: OutboxEntry,
  env: OutboxEnvironment,
  isWatched: () => boolean,
): Promise<Outcome> {
  return whenFree(env, entryLock(entry.id), async () => {
    const kept = await keep(entry, env);
    const delivery = await send(entry, env);
    if (delivery.type === 'sent' && kept) await env.store.settle(receiptFor(entry, env.now()));
    const outcome = outcomeOf(entry, delivery, kept);
    if (delivery.type !== 'sent' && kept) await hold(entry, delivery, outcome, env, isWatched);
    return outcome;
  });
}

function outcomeOf(entry: OutboxEntry, delivery: Delivery, kept: boolean): Outcome {
  const message = delivery.type === 'no-answer' ? translateError(null, undefined) : delivery.message;
  if (delivery.type === 'sent') return { type: 'sent', message };
  if (delivery.type === 'answered' && !mayWait(entry, delivery.status)) return { type: 'refused', message };
  if (!kept) return { type: 'not-kept', message };
  return { type: delivery.type === 'answered' ? 'waiting-service' : 'waiting-offline', message };
}

async function hold(
  entry: OutboxEntry,
  delivery: Exclude<Delivery, { type: 'sent' }>,
  outcome: Outcome,
  env: OutboxEnvironment,
  isWatched: () => boolean,
): Promise<void> {
  const mayHelp = delivery.type === 'no-answer' || isRetriable(delivery.status);
  const isForForm = () => outcome.type === 'refused' && (isWatched() || !mayHelp);
  if (isForForm()) await env.store.update(objectedTo(entry, outcome.message));
  // Asked again, because the form may have been closed meanwhile.
  if (!isForForm()) await env.store.update(postpone(entry, delivery, env));
}

function mayWait(entry: OutboxEntry, status: number): boolean {
  if (entry.kind === 'apply') return false;
  return status === 408 || status === 429 || status < 400 || status >= 500;
}

/** False where storage is denied or full: then the request is sent from memory. */
async function keep(entry: OutboxEntry, env: OutboxEnvironment): Promise<boolean> {
  try {
    await env.store.put(entry);
  } catch (error) {
    console.warn('The outbox cannot keep this request; it is sent from memory.', error);
    // An earlier try may be there, or this one may have failed only after it was written.
    if (!(await isKept(entry, env))) return false;
  }
  env.announce();
  return true;
}

async function isKept({ id }: OutboxEntry, { store }: OutboxEnvironment): Promise<boolean> {
  return store.read(id).then(
    (entry) => entry !== undefined,
    () => false,
  );
}
