import { forms, validate } from '#src/contract/forms.ts';
import type { Kind } from '#src/contract/kinds.ts';
import * as outbox from '#src/outbox/deliver.ts';
import { fileRemoved } from '#src/outbox/files.ts';
import { isHere, type SentFile } from '#src/outbox/sent-file.ts';
import type { FileBytes } from '#src/outbox/store.ts';
import {
  acknowledged,
  type Draft,
  deleted,
  discarded,
  emptied,
  type Fields,
  hashOf,
  isDelivered,
  isEditable,
  isInForm,
  type Submission,
  wasSent,
} from '#src/outbox/submission.ts';
import { pages, withId } from '#src/paths.ts';

import { newId, pageOutbox } from './outbox.ts';

export type About<K extends Kind = Kind> = Pick<Draft, 'job' | 'about' | 'closes'> & { kind: K };

/** The record behind a form. Writes are queued, so that the last text typed is stored last. */
export type FormRecord = ReturnType<typeof openRecord>;

export function openRecord(about: About) {
  let draft: Draft = { ...about, id: newId(), fields: {}, seen: '' };
  let writing: Promise<unknown> = Promise.resolve();
  let pending = 0;
  /** The save that has not begun. It stores the last text typed before it begins. */
  let saving: Promise<Submission | undefined> | undefined;

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    pending += 1;
    const next = writing.then(work).finally(() => {
      pending -= 1;
    });
    writing = next.catch(() => undefined);
    return next;
  }

  /** Resolves to the record if another tab has sent the text over which this was typed. */
  async function save(
    saved: Draft,
    bytes?: FileBytes,
    change: Partial<Draft> = {},
  ): Promise<Submission | undefined> {
    const next = { ...saved, ...change };
    const { id, sent } = await outbox.saveDraft(pageOutbox(), next, () => saved === draft, bytes);
    // The form may show another record by now.
    Object.assign(draft.id === saved.id ? draft : saved, change, { id, seen: hashOf(next) });
    return sent;
  }

  const deleteDraft = (left: Draft) =>
    pageOutbox().store.change(left.id, (record) => record && discarded(record, left));

  return {
    id: () => draft.id,
    draft: () => ({ ...draft }),

    /** True if the stored text differs from the form's, or if the record can no longer be shown in a form. */
    isNews: (record: Submission) => pending === 0 && (!isInForm(record) || hashOf(record) !== draft.seen),

    show({ id, fields, files, seen = hashOf({ fields, files }) }: Shown): void {
      draft = { ...draft, id, fields, files, seen };
    },

    /** Begins a new record for the empty form. */
    clear(): void {
      draft = { ...draft, id: newId(), fields: {}, files: undefined, seen: '' };
    },

    /** True if the form still holds the text of this sent record. */
    isSent: (record: Submission) => wasSent(record, draft),

    /**
     * What to show after a return from the back/forward cache, once interrupted writes have ended. They do not bring a
     * deleted record back. `isLatest` is false if more was typed, or if the text was sent, which `isNews` tells.
     */
    async latest(): Promise<{ isLatest: boolean; record: Submission | undefined }> {
      draft = { ...draft };
      saving = undefined;
      await writing;
      const own = (await pageOutbox().store.list()).find(({ id }) => id === draft.id);
      const record = await draftFor(about, draft.id);
      return { record, isLatest: pending === 0 && !(own && isDelivered(own)) };
    },

    /** Stores typed text. Rejects if storing fails. Resolves as `save` does. */
    type(fields: Fields): Promise<Submission | undefined> {
      draft.fields = fields;
      const typed = draft;
      saving ??= enqueue(() => {
        saving = undefined;
        return save(typed);
      });
      return saving;
    },

    /** Changes the list of files. Rejects if storing fails; the list is then as before. */
    attach(change: (files: SentFile[]) => SentFile[], bytes?: FileBytes): Promise<unknown> {
      const shown = draft;
      const list = () => change((shown.files ?? []).filter(isHere));
      return enqueue(() => save(shown, bytes, { files: list() }));
    },

    async submit(fields: Fields, isWatched: () => boolean): Promise<outbox.Ended> {
      const shown = draft;
      shown.fields = fields;
      // Queue only the claim, so that the form can be closed during the request.
      const { end } = await enqueue(async () => {
        const next = { ...shown, fields };
        const submitted = await outbox.submit(pageOutbox(), next, isWatched);
        shown.id = submitted.id;
        if (submitted.isStored) shown.seen = hashOf(next);
        return submitted;
      });
      return end;
    },

    /** The close icon. */
    discard(): Promise<unknown> {
      const left = draft;
      return enqueue(() => deleteDraft(left));
    },

    /** "Empty this form". Deletes text from other tabs too, which the form would show next. */
    empty(): Promise<unknown> {
      const left = draft;
      return enqueue(async () => {
        await deleteDraft(left);
        const { store } = pageOutbox();
        for (const { id } of (await store.list()).filter((record) => isOfForm(record, about)))
          await store.change(id, (record) => record && emptied(record));
      });
    },
  };
}

/** What a form shows of a record. `seen`: as in `Draft`; by default, the hash of this content. */
export type Shown = Pick<Draft, 'id' | 'fields' | 'files'> & { seen?: string };

function isOfForm(record: Submission, { kind, job }: About): boolean {
  return record.kind === kind && record.job === job;
}

/** Returns the requested record, or the newest to show in the form, such as an application that is being sent. */
export async function draftFor(about: About, asked: unknown): Promise<Submission | undefined> {
  const all = await pageOutbox().store.list();
  const isShown = forms[about.kind].staysOpen ? isInForm : isEditable;
  const drafts = all.filter((record) => isOfForm(record, about) && isShown(record));
  return drafts.find(({ id }) => id === asked) ?? drafts.at(-1);
}

/** "Send now". Returns false if the fields are invalid, so that the form must be opened. */
export async function sendRecord(record: Submission): Promise<boolean> {
  const { kind, job, fields } = record;
  if (!isDelivered(record) && !validate(kind, { ...fields, job }).ok) return false;
  await outbox.sendNow(pageOutbox(), record.id);
  return true;
}

export async function deleteRecord(id: string): Promise<void> {
  await pageOutbox().store.change(id, (record) => record && deleted(record));
}

/** "Remove the file". */
export async function removeFile(id: string, sha256: string): Promise<void> {
  await pageOutbox().store.change(id, (record) => record && fileRemoved(record, sha256));
}

/** Arguments for `navigate`. The history state tells `draftFor` which record to open. */
export function formOf({ kind, job, id }: Pick<Submission, 'kind' | 'job' | 'id'>) {
  const { page, inPage } = forms[kind];
  return [withId(pages[page].path, job) + inPage, { state: { record: id } }] as const;
}

/** Records that the result for this text was shown. Does nothing if another tab has changed the text. */
export async function acknowledge(shown: Submission): Promise<void> {
  const hash = hashOf(shown);
  const { store, now } = pageOutbox();
  await store.change(shown.id, (record) =>
    record && hashOf(record) === hash ? acknowledged(record, now()) : record,
  );
}
