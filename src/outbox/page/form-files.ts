/** Files of a form's record: each belongs to the id for which it was chosen. */
import * as outbox from '#src/outbox/deliver.ts';
import type { SentFile } from '#src/outbox/sent-file.ts';
import type { FileBytes } from '#src/outbox/store.ts';
import { type Draft, isEmpty, renewed, type Submission, textOf, withFile } from '#src/outbox/submission.ts';

import { type HeldForm, isWatched } from './held-form.ts';
import { pageOutbox } from './outbox.ts';

/** What a file that was chosen may do to the record for which it was chosen. */
export type Preparation = {
  /** Aborted once it is not wanted any more. */
  signal: AbortSignal;
  /** Before each step: a text that waits for it waits on. */
  renew: () => Promise<unknown>;
  /** Changes the list of files. Rejects if storing fails. */
  attach: (change: (files: SentFile[]) => SentFile[], bytes?: FileBytes) => Promise<void>;
};

/** Nothing that is still being prepared is attached. */
export function abortFiles({ preparing }: HeldForm, id: string): void {
  preparing.get(id)?.ending.abort();
  preparing.delete(id);
}

/** Prepares a file after those chosen before, also if the form is left meanwhile. Their problems are told at the last one's end. */
export async function prepareFiles(
  held: HeldForm,
  work: (preparation: Preparation) => Promise<string>,
): Promise<void> {
  if (!held.isOpen) await held.look();
  const { draft, running, preparing } = held;
  const { id } = draft;
  running.fileProblem = '';
  held.publish();
  const { store, now } = pageOutbox();
  const renew = () => store.change(id, (record) => record && renewed(record, now())).catch(console.warn);
  const attach: Preparation['attach'] = (change, bytes) => changeFiles(held, draft, change, bytes);
  const before = preparing.get(id) ?? { ending: new AbortController(), end: Promise.resolve('') };
  const end = before.end.then(async (problem) => {
    const next = await work({ signal: before.ending.signal, renew, attach });
    return [...new Set([problem, next])].join(' ').trim();
  });
  const current = { ...before, end };
  preparing.set(id, current);
  const problem = await end;
  if (preparing.get(id) !== current) return;
  preparing.delete(id);
  if (draft === held.draft) running.fileProblem = problem;
  await endPreparing(held, id, problem).catch(console.warn);
}

export function endPreparing(held: HeldForm, id: string, problem: string): Promise<void> {
  return held.enqueue(() => outbox.endPreparing(pageOutbox(), id, problem, () => isWatched(held, id)));
}

/** Begins a record only if there was none yet, and the form still shows this draft. */
export function changeFiles(
  held: HeldForm,
  of: Draft,
  change: (files: SentFile[]) => SentFile[],
  bytes?: FileBytes,
): Promise<void> {
  const { id } = of;
  return held.enqueue(async () => {
    const { store, now } = pageOutbox();
    const isNew = of === held.draft && of.id === id && of.seen === '';
    const next = (record?: Submission) => withFile(record, change, now(), isNew ? of : undefined);
    const record = await store.change(id, next, bytes);
    if (of.id !== id) return;
    of.files = record?.files;
    if (record && isNew) of.seen = textOf(record);
    // What the form itself has deleted begins anew with the next file.
    if (record === undefined && isEmpty(of)) of.seen = '';
  });
}
