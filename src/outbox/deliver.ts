import { post } from './post.ts';
import type { Store } from './store.ts';
import {
  claimedIfDue,
  type Delivery,
  type Draft,
  discarded,
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
    const { claimed } = await claim(outbox, id, (record) => record && claimedIfDue(record, now()));
    if (claimed) await send(outbox, claimed);
  }
  return (await store.list()).some((record) => Number.isFinite(waitOf(record, now())));
}

/** "Send now". */
export async function sendNow(outbox: Outbox, id: string): Promise<void> {
  const { claimed } = await claim(outbox, id, (record) => record && sentAgain(record, outbox.now()));
  if (claimed) await send(outbox, claimed);
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
 * `id`: the record that the form shows from now on. `isStored`: whether the device took it. `end`: undefined where that record
 * tells how it ended; else only this page knows.
 */
export type Submitted = { id: string; isStored: boolean; end: Promise<Delivery | undefined> };

/** "Submit": resolves once it is stored, and sends it. Sends it from memory where the device refuses to store it. */
export async function submit(outbox: Outbox, draft: Draft, isWatched: () => boolean): Promise<Submitted> {
  const { now, newId } = outbox;
  const text = textOf(draft.fields);
  let { id } = draft;
  try {
    let { claimed, record } = await claim(outbox, id, (before) => submitted(before, draft, now()));
    const isOther = record !== undefined && textOf(record.fields) !== text && draft.seen !== text;
    if (!claimed && isOther) {
      id = newId();
      ({ claimed } = await claim(outbox, id, (before) => submitted(before, { ...draft, id }, now())));
    }
    return {
      id,
      isStored: true,
      end: claimed ? send(outbox, claimed, isWatched) : Promise.resolve(undefined),
    };
  } catch (error) {
    console.warn('This device refuses to store a submission; it is sent from memory.', error);
    return { id, isStored: false, end: outbox.whileUnsaved(sendFromMemory(outbox, { ...draft, id })) };
  }
}

async function sendFromMemory({ store, base, fetch }: Outbox, draft: Draft): Promise<Delivery> {
  const delivery = await post(draft, base, fetch);
  if (delivery.type === 'sent')
    await store
      .change(draft.id, (record) => record && discarded(record, draft))
      .catch((error: unknown) => console.warn('The draft of what was sent is left behind.', error));
  return delivery;
}

type Claim = { record: Submission | undefined; claimed: Submission | undefined };

/** Takes the right to send. Rejects where it cannot be stored: nothing is posted then. */
async function claim(
  outbox: Outbox,
  id: string,
  next: (record: Submission | undefined) => Submission | undefined,
): Promise<Claim> {
  let isClaimed = false;
  const record = await outbox.store.change(id, (before) => {
    const after = next(before);
    isClaimed = after !== before && after?.state === 'sending';
    return after;
  });
  if (isClaimed) outbox.onClaim();
  return { record, claimed: isClaimed ? record : undefined };
}

/** Posts what was claimed, and stores how it ended. Resolves to a 2xx that no record tells. Never rejects. */
async function send(
  { store, base, fetch, now, random }: Outbox,
  claimed: Submission,
  isWatched = () => false,
): Promise<Delivery | undefined> {
  const key = keyOf(claimed);
  const { id, dueAt } = claimed;
  const delivery = await post(claimed, base, fetch);
  const settle = (record: Submission) =>
    settled(record, delivery, { key, dueAt, isWatched: isWatched(), now: now(), random: random() });
  const record = await store
    .change(id, (latest) => latest && settle(latest))
    .catch((error: unknown) => {
      console.warn('The result of an attempt could not be stored; the same key asks again.', error);
      return undefined;
    });
  return delivery.type === 'sent' && record?.state !== 'sent' ? delivery : undefined;
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
