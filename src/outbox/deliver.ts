import { claimedIfDue, isUnfinished, untilAttach } from './due.ts';
import { post } from './post.ts';
import { endedFile, isHere } from './sent-file.ts';
import type { Next, Store } from './store.ts';
import {
  type Draft,
  discarded,
  keyOf,
  placeOf,
  prepared,
  type Result,
  type Submission,
  sentAgain,
  settled,
  submitted,
  typed,
  type Why,
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
  /** Called after a record that gives a secret has been sent: its application may be followed. */
  onReceipt: () => void;
  /** Tells all tabs and the worker of a change that no record shows. */
  announce: () => void;
  /** Tells how a text has ended that no record tells of: it was deleted, or could not be stored. */
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
      const claimed = await claim(outbox, id, (record) => record && claimedIfDue(record, now()));
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
  const claimed = await claim(outbox, id, (record) => record && sentAgain(record, outbox.now()));
  if (claimed) await send(outbox, claimed);
}

/**
 * Ends what a text waits for: its file is stored, or has a `problem`; or "Send without it". Resolves once that is stored, and
 * sends the text.
 */
export async function endPreparing(
  outbox: Outbox,
  id: string,
  problem = '',
  isWatched = () => false,
): Promise<void> {
  const next: Next = (record) => record && prepared(record, problem, outbox.now());
  const claimed = await claim(outbox, id, next);
  if (claimed) void send(outbox, claimed, isWatched);
}

/**
 * Stores typed text. A record that was deleted comes back only if the text is `isCurrent`. Resolves to the record, with
 * another id if the form had to begin a new one.
 */
export async function saveDraft(
  outbox: Outbox,
  draft: Draft,
  isCurrent: () => boolean,
): Promise<Pick<Submission, 'id' | 'files'>> {
  const { store, now, newId } = outbox;
  let isOther = false;
  const record = await store.change(draft.id, (before) => {
    // The bytes of its files went with it.
    if (before === undefined && draft.seen !== '')
      return isCurrent() ? typed(undefined, { ...draft, files: undefined }, now()) : undefined;
    const after = typed(before, draft, now());
    isOther = before !== undefined && after === before;
    return after;
  });
  if (isOther) return saveDraft(outbox, { ...draft, id: newId(), seen: '' }, isCurrent);
  return { id: draft.id, files: record?.files };
}

/** `end`: of the attempt, if this is one; why a text that could only be posted once was not accepted. */
type Submitted = { isStored: boolean; end?: Promise<Why | undefined> };

/** "Submit". Resolves once the record is stored, and sends it, unless a file `isPreparing`. If storing fails, posts it once. */
export async function submit(
  outbox: Outbox,
  draft: Draft,
  isWatched: () => boolean,
  isPreparing = false,
): Promise<Submitted> {
  try {
    const next: Next = (before) => submitted(before, draft, outbox.now(), isPreparing);
    const claimed = await claim(outbox, draft.id, next);
    return { isStored: true, ...(claimed && { end: send(outbox, claimed, isWatched) }) };
  } catch (error) {
    console.warn('The submission cannot be stored; it is posted once.', error);
    return { isStored: false, end: postOnce(outbox, draft) };
  }
}

/** Its copy is the open form. A draft that was sent makes way for what its files need, or is deleted, which needs no room. */
async function postOnce(outbox: Outbox, draft: Draft): Promise<Why | undefined> {
  const { store, base, fetch } = outbox;
  const claimed = submitted(undefined, draft, outbox.now());
  const result = await post(claimed, base, fetch);
  if (!result.sent && !result.isDeleted) return result.why;
  const record = settle(outbox, claimed, result, claimed);
  const replaceDraft = (next?: Submission) =>
    store.change(draft.id, (before) => (before && discarded(before, draft) === undefined ? next : before));
  const isKept =
    record.files?.some(isHere) && (await replaceDraft(record).catch(() => undefined))?.state === 'sent';
  if (isKept) return undefined;
  // Not awaited, because storage may not answer.
  replaceDraft().catch((error: unknown) => console.warn('A sent draft could not be deleted.', error));
  outbox.tell({ ...record, files: record.files?.map((file) => endedFile(file, 'room')) });
}

/** Stores the claim to send a record. Rejects if that fails, so that nothing is posted. */
async function claim(outbox: Outbox, id: string, next: Next): Promise<Submission | undefined> {
  let isClaimed = false;
  const record = await outbox.store.change(id, (before) => {
    const after = next(before);
    isClaimed = after !== before && after?.state === 'sending';
    return after;
  });
  if (!isClaimed) return undefined;
  outbox.onClaim();
  return record;
}

/** Posts a claimed record and stores the result. Only a 2xx may be told without being stored. Never rejects. */
async function send(outbox: Outbox, claimed: Submission, isWatched = () => false): Promise<undefined> {
  const { store, base, fetch } = outbox;
  const result = await post(claimed, base, fetch);
  const sent = result.sent && settle(outbox, claimed, result, claimed);
  const record = await store
    .change(claimed.id, (latest) => latest && settle(outbox, latest, result, claimed, isWatched()))
    .catch((error: unknown) => {
      console.warn('The result could not be stored; retrying with the same key.', error);
      return claimed;
    });
  if (result.sent?.secret) outbox.onReceipt();
  const isKnown = record && placeOf(record) === 'there' && record.hash === sent?.hash;
  // Without a record everything was deleted meanwhile.
  if (sent && record && !isKnown) outbox.tell(sent);
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
