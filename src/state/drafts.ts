import { del, get, set } from 'idb-keyval';

import { openDatabase } from '#src/outbox/database.ts';

/** What an applicant has typed so far, as the form's fields have it. */
export type Draft = {
  fields: Record<string, string>;
  /** The last attempt to send it: unchanged text keeps this Idempotency-Key. */
  attempt?: { key: string; text: string };
};

const database = openDatabase('hcs-drafts', 'relaxed');
const written = new Map<string, Draft>();
/** Jobs whose latest draft is in the queue already: fast typing does not lengthen it. */
const unwritten = new Set<string>();
let writing: Promise<void> = Promise.resolve();

/** The draft of a vacancy's application, kept through reload, crash and update. Undefined also where storage is denied. */
export async function loadDraft(job: string): Promise<Draft | undefined> {
  try {
    const draft = written.get(job) ?? (await get<Draft>(job, database));
    if (draft !== undefined) written.set(job, draft);
    return draft;
  } catch (error) {
    console.warn('Drafts cannot be read here.', error);
    return undefined;
  }
}

/** Call it on each input. */
export function saveDraft(job: string, fields: Record<string, string>): void {
  keep(job, { ...written.get(job), fields });
}

/** Remembers under which key this text was sent, so that even after a crash it is not sent under another. */
export function noteAttempt(job: string, key: string, text: string): void {
  const draft = written.get(job);
  if (draft !== undefined) keep(job, { ...draft, attempt: { key, text } });
}

/** The applicant closed the dialog, or the application is sent or waits in the outbox. */
export function clearDraft(job: string): Promise<void> {
  written.delete(job);
  return enqueue(() => del(job, database));
}

/** Resolves when everything typed so far is on the disk. */
export function draftsSaved(): Promise<void> {
  return writing;
}

function keep(job: string, draft: Draft): void {
  written.set(job, draft);
  if (unwritten.has(job)) return;
  unwritten.add(job);
  void enqueue(() => {
    unwritten.delete(job);
    const latest = written.get(job);
    return latest === undefined ? Promise.resolve() : set(job, latest, database);
  });
}

function enqueue(write: () => Promise<void>): Promise<void> {
  writing = writing.then(write).catch((error: unknown) => {
    console.warn('Drafts cannot be kept here.', error);
  });
  return writing;
}
