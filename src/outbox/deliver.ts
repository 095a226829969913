import { post } from './post.ts';
import type { Store } from './store.ts';
import {
  claimedIfDue,
  type Delivery,
  type Draft,
  expired,
  isListed,
  keyOf,
  type Submission,
  sentAgain,
  settled,
  submitted,
  textOf,
  typed,
  waitOf,
} from './submission.ts';

/** What the outbox needs of a page or the worker; the property test puts a model in each place. */
export type Outbox = {
  store: Store;
  /** The connect API's base, such as `/connect/v1`. */
  base: string;
  fetch: typeof fetch;
  now: () => number;
  random: () => number;
  newId: () => string;
  /** Called after each claim, so that a page can ask for Background Sync. */
  onClaim: () => void;
  /** Runs what would be lost with the page. */
  whileUnsaved: <T>(work: Promise<T>) => Promise<T>;
};

/** Sends what is due, oldest first. Resolves to whether something is left that is sent without a press. */
export async function deliver(outbox: Outbox): Promise<boolean> {
  const { store, now } = outbox;
  for (const { id } of await store.list()) {
    await store.change(id, (record) => record && expired(record, now()));
    await attempt(outbox, id, (record) => record && claimedIfDue(record, now()));
  }
  return (await store.list()).some((record) => Number.isFinite(waitOf(record, now())));
}

/** "Send now". */
export async function sendNow(outbox: Outbox, id: string): Promise<void> {
  await attempt(outbox, id, (record) => record && sentAgain(record, outbox.now()));
}

/** Stores a key press. Returns the record's id: another one where the form begins a new record. */
export async function saveDraft({ store, now, newId }: Outbox, draft: Draft): Promise<string> {
  const saved = await store.change(draft.id, (record) => typed(record, draft, now()));
  if (saved && textOf(saved.fields) === textOf(draft.fields)) return draft.id;
  const id = newId();
  await store.change(id, (record) => typed(record, { ...draft, id }, now()));
  return id;
}

/**
 * How "Submit" ended. `id` is the record that the form shows from now on. `unsaved` is there where the device refused to
 * store it: only the open form knows then.
 */
export type Submitted = { id: string; unsaved?: Delivery };

/** "Submit": stored first, then sent. Sent from memory where the device refuses to store it. */
export async function submit(outbox: Outbox, draft: Draft, isWatched: () => boolean): Promise<Submitted> {
  const { now, newId } = outbox;
  const isChanged = textOf(draft.fields) !== draft.seen;
  try {
    const first = await attempt(outbox, draft.id, (record) => submitted(record, draft, now()), isWatched);
    if (first.isClaimed || !isChanged) return { id: draft.id, unsaved: first.unsaved };
    const id = newId();
    const next = await attempt(outbox, id, (record) => submitted(record, { ...draft, id }, now()), isWatched);
    return { id, unsaved: next.unsaved };
  } catch (error) {
    console.warn('This device refuses to store a submission; it is sent from memory.', error);
    return { id: draft.id, unsaved: await sendFromMemory(outbox, draft) };
  }
}

async function sendFromMemory(outbox: Outbox, { id, kind, job, fields }: Draft): Promise<Delivery> {
  const delivery = await outbox.whileUnsaved(post({ id, kind, job, fields }, outbox.base, outbox.fetch));
  if (delivery.type === 'sent')
    await outbox.store
      .change(id, () => undefined)
      .catch((error: unknown) => console.warn('The draft of what was sent is left behind.', error));
  return delivery;
}

type Attempted = { isClaimed: boolean; unsaved?: Delivery };

/** Claims, posts, settles. Rejects where the claim cannot be stored: nothing is posted then. */
async function attempt(
  outbox: Outbox,
  id: string,
  claim: (record: Submission | undefined) => Submission | undefined,
  isWatched = () => false,
): Promise<Attempted> {
  const { store, now, random, onClaim } = outbox;
  let isClaimed = false;
  const record = await store.change(id, (before) => {
    const after = claim(before);
    isClaimed = after !== before;
    return after;
  });
  if (!isClaimed || record === undefined) return { isClaimed: false };
  onClaim();
  const key = keyOf(record);
  const { dueAt } = record;
  const delivery = await post(record, outbox.base, outbox.fetch);
  try {
    await store.change(
      id,
      (latest) =>
        latest &&
        settled(latest, delivery, { key, dueAt, isWatched: isWatched(), now: now(), random: random() }),
    );
    return { isClaimed };
  } catch (error) {
    console.warn('The result of an attempt could not be stored; the same key asks again.', error);
    return { isClaimed, unsaved: delivery };
  }
}

/** The number on the app's icon. */
export async function showBadge(records: Submission[]): Promise<void> {
  const count = records.filter(isListed).length;
  try {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
  } catch (error) {
    console.warn('The icon shows no number.', error);
  }
}
