import { claimedIfDue, isUnfinished, untilAttach } from './due.ts';
import { post } from './post.ts';
import { endedFile, isHere } from './sent-file.ts';
import type { FileBytes, Store } from './store.ts';
import {
  type Draft,
  discarded,
  hashOf,
  keyOf,
  placeOf,
  type Result,
  type Submission,
  sentAgain,
  settled,
  submitted,
  typed,
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
  /** Called after changes in any tab or the worker. Returns a function that unsubscribes. */
  onChange: (listener: () => void) => () => void;
  /** Tells of a text that has arrived although its record was deleted, or could not be changed. */
  tell: (sent: Submission) => void;
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
      if (claimed) await sendUnwatched(outbox, claimed);
    }
    const all = await store.list();
    const due = all.find((record) => untilAttach(record, now()) === 0);
    if (due === undefined) return all.some(isUnfinished);
    await attach(outbox, due.id);
  }
}

/** "Send now". */
export async function sendNow(outbox: Outbox, id: string): Promise<void> {
  const { claimed } = await claim(outbox, id, (record) => record && sentAgain(record, outbox.now()));
  if (claimed) await sendUnwatched(outbox, claimed);
}

/** Stores typed text, and the bytes of new files. A record that was deleted comes back only if the text is `isCurrent`. Returns the id, new if the form had to begin a new record. */
export async function saveDraft(
  { store, now, newId }: Outbox,
  draft: Draft,
  isCurrent = () => true,
  bytes?: FileBytes,
): Promise<string> {
  const { id, seen } = draft;
  const isGone = (record: Submission | undefined) => record === undefined && seen !== '' && !isCurrent();
  const next = (record: Submission | undefined) => (isGone(record) ? undefined : typed(record, draft, now()));
  const saved = await store.change(id, next, bytes);
  if (saved === undefined || hashOf(saved) === hashOf(draft)) return id;
  const other = { ...draft, id: newId() };
  await store.change(other.id, (record) => typed(record, other, now()), bytes);
  return other.id;
}

/** The record after an attempt. `isStored` is false if the device did not store this result. */
type Attempted = { record: Submission | undefined; isStored: boolean };

/** `id`: the record to show in the form. */
export type Submitted = { id: string; isStored: boolean; end: Promise<Attempted> };

/** "Submit". Resolves once the record is stored, and sends it. If storing fails, posts it once. */
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
    const end = claimed ? send(outbox, claimed, isWatched) : Promise.resolve({ record, isStored: true });
    return { id, isStored: true, end };
  } catch (error) {
    console.warn('The submission cannot be stored; it is posted once.', error);
    return { id, isStored: false, end: postOnce(outbox, { ...draft, id }) };
  }
}

/** Its copy is the open form. A draft that was sent makes way for what its files need, or is deleted, which needs no room. */
async function postOnce(outbox: Outbox, draft: Draft): Promise<Attempted> {
  const { store, base, fetch } = outbox;
  const claimed = submitted(undefined, draft, outbox.now());
  const result = await post(claimed, base, fetch);
  const record = settle(outbox, claimed, result, claimed);
  if (!result.sent && !result.isDeleted) return { record, isStored: false };
  const replaceDraft = (next?: Submission) =>
    store.change(draft.id, (before) => (before && discarded(before, draft) === undefined ? next : before));
  if (record.files?.some(isHere)) {
    const kept = await replaceDraft(record).catch(() => undefined);
    if (kept?.state === 'sent') return { record: kept, isStored: true };
  }
  // Not awaited, because storage may not answer.
  replaceDraft().catch((error: unknown) => console.warn('A sent draft could not be deleted.', error));
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

async function sendUnwatched(outbox: Outbox, claimed: Submission): Promise<void> {
  const { record, isStored } = await send(outbox, claimed);
  if (record && !isStored) outbox.tell(record);
}

/** Posts a claimed record and stores the result. Only a 2xx may be shown without being stored. Never rejects. */
async function send(outbox: Outbox, claimed: Submission, isWatched = () => false): Promise<Attempted> {
  const { store, base, fetch } = outbox;
  const result = await post(claimed, base, fetch);
  const record = await store
    .change(claimed.id, (latest) => latest && settle(outbox, latest, result, claimed, isWatched()))
    .catch((error: unknown) => {
      console.warn('The result could not be stored; retrying with the same key.', error);
      return claimed;
    });
  const isKnown = record && placeOf(record) === 'there' && record.hash === hashOf(claimed);
  if (!result.sent || isKnown) return { record, isStored: true };
  const sent = settle(outbox, claimed, result, claimed);
  // The bytes were deleted with their record.
  const files = record ? sent.files : sent.files?.map((file) => endedFile(file, 'lost'));
  return { record: { ...sent, files }, isStored: false };
}

function settle(
  { now, random }: Outbox,
  record: Submission,
  result: Result,
  claimed: Submission,
  isWatched = false,
): Submission {
  const attempt = { key: keyOf(claimed), dueAt: claimed.dueAt, isWatched, now: now(), random: random() };
  return settled(record, result, attempt);
}
