import { translateError } from '#src/contract/answer.ts';

import { type OutboxEntry, objectedTo, type Receipt } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';
import { entryLock, whenFree } from './locks.ts';
import { isRetriable, postpone } from './retry.ts';
import { type Delivery, send } from './send.ts';
import { keepSecret, settle } from './settle.ts';

/** The form that a request comes from. */
export type Form = {
  isOpen: () => boolean;
  /** A hidden page tells nobody anything, and the system may end it there. */
  isVisible: () => boolean;
  /** Resolves once the page is visible. */
  seen: () => Promise<void>;
};

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
    /** Nothing took it and nothing waits: this browser keeps nothing, or the visitor deleted it. Only the open form still has it. */
    | 'not-kept';
  message: string;
  /** By which an application that was sent is followed, where the service can tell of it. */
  secret?: string;
};

/**
 * Keeps the entry, then sends it while the visitor watches. An application that is answered with an error goes back to
 * its form; a subscription waits where waiting helps. While nobody watches, the outbox deals with it as with any other
 * entry: what may help is tried again, an objection is kept with its reason.
 * Until the visitor has been told the outbox holds what was sent as a receipt and what was refused with its reason.
 * Resolves when it can be told: who has told calls `letGo`, else `env.announce`, and a page that dies before has lost nothing.
 */
export async function submitEntry(entry: OutboxEntry, env: OutboxEnvironment, form: Form): Promise<Outcome> {
  const isWatched = () => form.isOpen() && form.isVisible();
  const { kept, outcome } = await whenFree(env, entryLock(entry.id), () => attempt(entry, env, isWatched));
  // At once: should the form be closed while the outbox is read, what was refused would be told by neither.
  if (outcome.type === 'refused' && isWatched()) return outcome;
  if (!isWatched()) env.announce();
  for (;;) {
    await form.seen();
    const latest = kept ? await asOfNow(entry, env, outcome) : outcome;
    // Else the page was put away again meanwhile.
    if (form.isVisible()) return latest;
  }
}

async function attempt(
  entry: OutboxEntry,
  env: OutboxEnvironment,
  isWatched: () => boolean,
): Promise<{ kept: boolean; outcome: Outcome }> {
  const kept = await keep(entry, env);
  const delivery = await send(entry, env);
  if (delivery.type === 'sent') await (kept ? settle : keepSecret)(entry, delivery.secret, env);
  const outcome = outcomeOf(entry, delivery, kept);
  if (delivery.type !== 'sent' && kept) await hold(entry, delivery, outcome, env, isWatched);
  return { kept, outcome };
}

/** Before the page was seen another sender may have sent the entry; at any time the visitor may have deleted it. */
async function asOfNow(
  { id }: OutboxEntry,
  { store }: OutboxEnvironment,
  outcome: Outcome,
): Promise<Outcome> {
  const { type, message } = outcome;
  if (type === 'sent') return outcome;
  try {
    const entry = await store.read(id);
    if (entry?.problem !== undefined) return { type: 'refused', message: entry.problem };
    if (entry !== undefined) return { type: `waiting-${entry.waitsFor}`, message };
  } catch (error) {
    console.warn('The outbox cannot be read here.', error);
    return outcome;
  }
  const receipt = await receiptOf(id, store);
  if (receipt !== undefined) return { type: 'sent', message, secret: receipt.secret };
  return { type: 'not-kept', message };
}

async function receiptOf(id: string, store: OutboxEnvironment['store']): Promise<Receipt | undefined> {
  try {
    return (await store.receipts()).find((receipt) => receipt.id === id);
  } catch (error) {
    console.warn('No receipt can be read here.', error);
    return undefined;
  }
}

function outcomeOf(entry: OutboxEntry, delivery: Delivery, kept: boolean): Outcome {
  const message = delivery.type === 'no-answer' ? translateError(null, undefined) : delivery.message;
  if (delivery.type === 'sent') return { type: 'sent', message, secret: delivery.secret };
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
  // Asked again, because the visitor may have turned away meanwhile.
  if (!isForForm()) await env.store.update(postpone(entry, delivery, env));
}

function mayWait(entry: OutboxEntry, status: number): boolean {
  if (entry.kind === 'apply') return false;
  return status === 408 || status === 429 || status >= 500;
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
  await replaceOlder(entry, env);
  env.announce();
  return true;
}

/** A newer subscription of the same address: the older one must not arrive after it and take its word back. */
async function replaceOlder({ id, kind, payload }: OutboxEntry, { store }: OutboxEnvironment): Promise<void> {
  if (kind !== 'subscribe') return;
  try {
    const older = (await store.list()).filter(
      (entry) => entry.kind === kind && entry.id !== id && entry.payload.email === payload.email,
    );
    for (const entry of older) await store.remove(entry.id);
  } catch (error) {
    console.warn('An older subscription of this address still waits.', error);
  }
}

async function isKept({ id }: OutboxEntry, { store }: OutboxEnvironment): Promise<boolean> {
  return store.read(id).then(
    (entry) => entry !== undefined,
    () => false,
  );
}
