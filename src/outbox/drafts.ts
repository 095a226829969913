import { clear, del, entries, get, update } from 'idb-keyval';

import { openDatabase } from './database.ts';

/** What a visitor has typed so far, as the form's fields have it. */
export type Draft = {
  fields: Record<string, string>;
  /** What the visitor knows it by, such as the vacancy's name. */
  about?: string;
  /** The last attempt to send it: unchanged text keeps this Idempotency-Key. */
  attempt?: { key: string; text: string };
};

const database = openDatabase('hcs-drafts', 'relaxed');
const written = new Map<string, Draft>();
/** Names whose latest draft is in the queue already: fast typing does not lengthen it. */
const unwritten = new Set<string>();
/** Names whose latest draft the device did not take; this page has it all the same. */
const refused = new Set<string>();
let writing: Promise<void> = Promise.resolve();

/**
 * What was typed under a name, kept through reload, crash and update: a vacancy's id for its application, an outbox
 * entry's for its correction. Read anew each time, because another tab may have sent it since.
 */
export async function loadDraft(name: string): Promise<Draft | undefined> {
  await writing;
  try {
    const draft = await get<Draft>(name, database);
    if (unwritten.has(name) || refused.has(name)) return written.get(name);
    if (draft === undefined) written.delete(name);
    else written.set(name, draft);
    return draft;
  } catch (error) {
    console.warn('Drafts cannot be read here.', error);
    return written.get(name);
  }
}

/** Call it on each input. */
export function saveDraft(name: string, fields: Draft['fields'], about?: string): void {
  written.set(name, { ...written.get(name), fields, ...(about && { about }) });
  if (unwritten.has(name)) return;
  unwritten.add(name);
  void write(name);
}

/** Remembers under which key this text is sent, so that even after a crash it is not sent under another. */
export async function noteAttempt(name: string, key: string, text: string): Promise<void> {
  const draft = written.get(name);
  if (draft === undefined) return;
  const attempt = { key, text };
  written.set(name, { ...draft, attempt });
  await write(name, { attempt });
}

/** The applicant closed the dialog, or what was typed is sent or waits in the outbox. */
export function clearDraft(name: string): Promise<void> {
  written.delete(name);
  refused.delete(name);
  return enqueue(() => del(name, database));
}

/** These outbox entries are settled for the visitor: nothing that was typed for them comes back. */
export function clearDraftsOf(ids: string[]): Promise<void> {
  const isOfThem = ([name, { attempt }]: [string, Draft]) =>
    ids.includes(name) || (attempt !== undefined && ids.includes(attempt.key));
  const forget = (name: string) => {
    written.delete(name);
    refused.delete(name);
  };
  for (const [name] of [...written].filter(isOfThem)) forget(name);
  return enqueue(async () => {
    const all = await entries<string, Draft>(database);
    for (const [name] of all.filter(isOfThem)) {
      forget(name);
      await del(name, database);
    }
  });
}

/** Those that say something: a form may have been emptied again. */
export async function listDrafts(): Promise<(Draft & { name: string })[]> {
  await writing;
  const all = await entries<string, Draft>(database);
  return all
    .map(([name, draft]) => ({ ...draft, name }))
    .filter(({ fields }) => Object.values(fields).some(Boolean));
}

/** The visitor deletes all that is kept here. Rejects where the device does not let go of it. */
export async function clearAllDrafts(): Promise<void> {
  await writing;
  written.clear();
  refused.clear();
  await clear(database);
}

/** Whether everything typed so far is on the disk. */
export async function draftsSaved(): Promise<boolean> {
  await writing;
  return refused.size === 0;
}

/** Another tab may be sending the same draft: only who sends it changes the attempt that is on the disk. */
function write(name: string, noted: Pick<Draft, 'attempt'> = {}): Promise<void> {
  return enqueue(async () => {
    unwritten.delete(name);
    const latest = written.get(name);
    if (latest === undefined) return;
    refused.add(name);
    await update<Draft>(name, (kept) => ({ ...latest, ...kept, fields: latest.fields, ...noted }), database);
    refused.delete(name);
  });
}

function enqueue(write: () => Promise<void>): Promise<void> {
  writing = writing.then(write).catch((error: unknown) => {
    console.warn('Drafts cannot be kept here.', error);
  });
  return writing;
}
