import { claimedIfDue, isListed, isUnfinished } from './due.ts';
import { attachedAgain, untilAttach } from './files.ts';
import { post } from './post.ts';
import { endedFile, isHere } from './sent-file.ts';
import type { FileBytes, Store } from './store.ts';
import {
  acknowledged,
  type Draft,
  discarded,
  hashOf,
  isDelivered,
  keyOf,
  type Submission,
  sentAgain,
  settled,
  submitted,
  typed,
  wasSent,
} from './submission.ts';

/** Dependencies on the page or the worker. The property test passes a model. */
export type Outbox = {
  store: Store;
  /** Base URL of the connect API. */
  base: string;
  fetch: typeof fetch;
  now: () => number;
  random: () => number;
  newId: () => string;
  /** Called after each claim, so that a page can ask for Background Sync. */
  onClaim: () => void;
  /** Warns before unload while work that is not stored is running. */
  whileUnsaved: <T>(work: Promise<T>) => Promise<T>;
};

/** `attachPart` in `attach.ts`, which a page loads on first use. */
export type Attach = (outbox: Outbox, id: string) => Promise<void>;

/**
 * Sends due records, oldest first, and then files, so that no text waits for more than one part of a file. Resolves to true
 * while anything has to be sent, even if it is now too old: it becomes due again if the clock is set back.
 */
export async function deliver(outbox: Outbox, attach: Attach): Promise<boolean> {
  const { store, now } = outbox;
  for (;;) {
    for (const { id } of await store.list()) {
      const { claimed } = await claim(outbox, id, (record) => record && claimedIfDue(record, now()));
      if (claimed) await send(outbox, claimed);
    }
    const all = await store.list();
    const due = all.find((record) => untilAttach(record, now()) === 0);
    if (due === undefined) return all.some(isUnfinished);
    await attach(outbox, due.id);
  }
}

/** "Send now". */
export async function sendNow(outbox: Outbox, id: string): Promise<void> {
  const again = (record: Submission) => attachedAgain(sentAgain(record, outbox.now()));
  const { claimed } = await claim(outbox, id, (record) => record && again(record));
  if (claimed) await send(outbox, claimed);
}

/** `id`: new if the form had to begin a new record. `sent`: the record, if its text was sent before this was typed over it. */
type Saved = { id: string; sent?: Submission | undefined };

/** Stores typed text, and the bytes of new files. A record that was deleted comes back only if the text is `isCurrent`. */
export async function saveDraft(
  { store, now, newId }: Outbox,
  draft: Draft,
  isCurrent = () => true,
  bytes?: FileBytes,
): Promise<Saved> {
  const { id, seen } = draft;
  const isGone = (record: Submission | undefined) => record === undefined && seen !== '' && !isCurrent();
  const next = (record: Submission | undefined) => (isGone(record) ? undefined : typed(record, draft, now()));
  const saved = await store.change(id, next, bytes);
  if (saved === undefined || hashOf(saved) === hashOf(draft)) return { id };
  const other = { ...draft, id: newId() };
  await store.change(other.id, (record) => typed(record, other, now()), bytes);
  return {
    id: other.id,
    sent: isDelivered(saved) && [undefined, seen].includes(saved.hash) ? saved : undefined,
  };
}

/** The record after an attempt. `isStored` is false if the device did not store this result. */
export type Ended = { record: Submission | undefined; isStored: boolean };

/** `id`: the record to show in the form. */
export type Submitted = { id: string; isStored: boolean; end: Promise<Ended> };

/** "Submit". Resolves once the record is stored, and sends it. If storing fails, sends it from memory. */
export async function submit(outbox: Outbox, draft: Draft, isWatched: () => boolean): Promise<Submitted> {
  const { now, newId } = outbox;
  const hash = hashOf(draft);
  let { id } = draft;
  try {
    let { claimed, record } = await claim(outbox, id, (before) => submitted(before, draft, now()));
    const isOtherText = record !== undefined && hashOf(record) !== hash && draft.seen !== hash;
    if (!claimed && isOtherText) {
      id = newId();
      ({ claimed, record } = await claim(outbox, id, (before) => submitted(before, { ...draft, id }, now())));
    }
    return {
      id,
      isStored: true,
      end: claimed ? send(outbox, claimed, isWatched) : Promise.resolve({ record, isStored: true }),
    };
  } catch (error) {
    console.warn('The submission cannot be stored; sending it from memory.', error);
    return { id, isStored: false, end: outbox.whileUnsaved(sendFromMemory(outbox, { ...draft, id })) };
  }
}

async function sendFromMemory({ store, base, fetch, now, random }: Outbox, draft: Draft): Promise<Ended> {
  const claimed = submitted(undefined, draft, now());
  const result = await post(claimed, base, fetch);
  const attempt = {
    key: keyOf(claimed),
    dueAt: claimed.dueAt,
    isWatched: false,
    now: now(),
    random: random(),
  };
  const record = settled(claimed, result, attempt);
  const hasFiles = record.files?.some(isHere) ?? false;
  if (!result.sent) return { record, isStored: false };
  const stored = store.change(draft.id, (before) => {
    if (before === undefined || discarded(before, draft) === before) return before;
    return hasFiles ? acknowledged(record, now()) : undefined;
  });
  const isKept = stored.then(
    (after) => after !== undefined,
    (error: unknown) => {
      console.warn('The draft of a sent submission could not be deleted.', error);
      return false;
    },
  );
  // Without files not awaited, because storage may not answer.
  if (!hasFiles || (await isKept)) return { record, isStored: false };
  const files = record.files?.map((file) => endedFile(file, 'room'));
  return { record: { ...record, files }, isStored: false };
}

type Claim = { record: Submission | undefined; claimed: Submission | undefined };

/** Stores the claim to send a record. Rejects if that fails, so that nothing is posted. */
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

/** Posts a claimed record and stores the result. Only a 2xx may be shown without being stored. Never rejects. */
async function send(
  { store, base, fetch, now, random }: Outbox,
  claimed: Submission,
  isWatched = () => false,
): Promise<Ended> {
  const key = keyOf(claimed);
  const { id, dueAt } = claimed;
  const result = await post(claimed, base, fetch);
  const settle = (record: Submission) =>
    settled(record, result, { key, dueAt, isWatched: isWatched(), now: now(), random: random() });
  const record = await store
    .change(id, (latest) => latest && settle(latest))
    .catch((error: unknown) => {
      console.warn('The result could not be stored; retrying with the same key.', error);
      return undefined;
    });
  const isUntold = result.sent !== undefined && !(record && wasSent(record, claimed));
  return isUntold ? { record: settle(claimed), isStored: false } : { record, isStored: true };
}

/** Shows the number of listed records on the app icon. */
export async function showBadge(records: Submission[], now: number): Promise<void> {
  const count = records.filter((record) => isListed(record, now)).length;
  try {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
  } catch (error) {
    console.warn('The app badge could not be set.', error);
  }
}
