import { letGo } from '#src/outbox/change.ts';
import { clearDraft, clearDraftsOf, type Draft, loadDraft, noteAttempt } from '#src/outbox/drafts.ts';
import { type Kind, newEntry, newKey, type Payloads } from '#src/outbox/entry.ts';
import { type Outcome, submitEntry } from '#src/outbox/first-attempt.ts';
import { reportAnswer, reportNoAnswer } from '#src/state/connection.ts';

import { outboxEnvironment } from './outbox-environment.ts';

/** What the last request left in the outbox is being deleted; the next one may have the same key. */
let lettingGo: Promise<void> = Promise.resolve();
/** The last request of each kind that did not get through: sent again unchanged, it keeps its key. */
const lastTries = new Map<Kind, { key: string; text: string }>();

/**
 * Sends what the visitor typed, through the outbox. Never rejects for the network's or the server's sake.
 * `about` is what the visitor knows it by, such as the vacancy's name; `isOpen` is false once the form is closed. Resolves
 * when the outcome can be told: a page that is hidden waits until it is seen.
 */
export async function submit<K extends Kind>(
  kind: K,
  payload: Payloads[K],
  about: string,
  isOpen: () => boolean,
): Promise<Outcome> {
  await lettingGo;
  const env = outboxEnvironment();
  const text = JSON.stringify(payload);
  const job = 'job' in payload ? payload.job : undefined;
  const key = (await earlierKey(kind, text, job)) ?? newKey();
  lastTries.set(kind, { key, text });
  // On the disk before it is sent: a page that dies now must not come back with a draft that knows of no attempt.
  if (job !== undefined) await noteAttempt(job, key, text);
  const entry = newEntry(key, kind, payload, about, env.now());
  const outcome = await submitEntry(entry, env, { isOpen, isVisible, seen });
  if (outcome.type !== 'refused' && outcome.type !== 'not-kept') {
    lastTries.delete(kind);
    // Once its form is closed, what is typed for this vacancy may be another one.
    if (job !== undefined) await (isOpen() ? clearDraft(job) : clearDraftsOf([key]));
  }
  const waits = outcome.type.startsWith('waiting');
  if (!waits && isOpen()) lettingGo = forget(key);
  else env.announce();
  if (outcome.type === 'not-kept' || outcome.type === 'waiting-offline') void reportNoAnswer();
  else reportAnswer();
  if (waits) void askToStay();
  return outcome;
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function seen(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isVisible()) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}

/** Not awaited: the form tells first, and a page that dies meanwhile leaves it to the outbox to tell. */
async function forget(key: string): Promise<void> {
  await letGo(outboxEnvironment(), key).catch((error: unknown) => {
    console.warn('The outbox could not let go of a request.', error);
  });
}

/** `isHandedOver`: it has become a request since, and is a draft no more. */
export type RestoredDraft = { fields: Draft['fields']; isHandedOver: boolean };

/** What was typed into the application form before it opened. */
export async function restoreDraft(job: string): Promise<RestoredDraft> {
  const { fields = {}, attempt } = (await loadDraft(job)) ?? {};
  const isNowRequest = attempt !== undefined && (await isHandedOver(attempt.key));
  if (isNowRequest) await clearDraft(job);
  return { fields, isHandedOver: isNowRequest };
}

async function isHandedOver(key: string): Promise<boolean> {
  const { store } = outboxEnvironment();
  try {
    const [entries, receipts] = await Promise.all([store.list(), store.receipts()]);
    return [...entries, ...receipts].some(({ id }) => id === key);
  } catch (error) {
    console.warn('The outbox cannot be read here.', error);
    return false;
  }
}

async function earlierKey(kind: Kind, text: string, job: string | undefined): Promise<string | undefined> {
  const last = lastTries.get(kind);
  if (last?.text === text) return last.key;
  const attempt = job === undefined ? undefined : (await loadDraft(job))?.attempt;
  return attempt?.text === text ? attempt.key : undefined;
}

/** Something waits on this device: ask the browser not to clear it when space is short. */
async function askToStay(): Promise<void> {
  try {
    await navigator.storage?.persist?.();
  } catch (error) {
    console.warn('The browser did not say whether it keeps the outbox.', error);
  }
}
