import { forms, validate } from '#src/contract/forms.ts';
import type { Kind } from '#src/contract/kinds.ts';
import * as outbox from '#src/outbox/deliver.ts';
import {
  acknowledged,
  type Draft,
  deleted,
  discarded,
  type Fields,
  hashOf,
  isEditable,
  isInForm,
  type Submission,
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
  let isSaveQueued = false;

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    pending += 1;
    const next = writing.then(work).finally(() => {
      pending -= 1;
    });
    writing = next.catch(() => undefined);
    return next;
  }

  async function save(): Promise<void> {
    isSaveQueued = false;
    const { fields } = draft;
    const id = await outbox.saveDraft(pageOutbox(), draft);
    draft = { ...draft, id, seen: hashOf(fields) };
  }

  return {
    id: () => draft.id,

    /** True if the stored text differs from the form's, or if the record can no longer be shown in a form. */
    isNews: (record: Submission) =>
      pending === 0 && (!isInForm(record) || hashOf(record.fields) !== draft.seen),

    show({ id, fields }: Pick<Submission, 'id' | 'fields'>): void {
      draft = { ...draft, id, fields, seen: hashOf(fields) };
    },

    /** Begins a new record for the empty form. */
    clear(): void {
      draft = { ...draft, id: newId(), fields: {}, seen: '' };
    },

    /** Stores typed text. Rejects if storing fails. */
    async type(fields: Fields): Promise<void> {
      draft = { ...draft, fields };
      if (isSaveQueued) return;
      isSaveQueued = true;
      await enqueue(save);
    },

    async submit(fields: Fields, isWatched: () => boolean): Promise<outbox.Ended> {
      draft = { ...draft, fields };
      // Queue only the claim, so that the form can be closed during the request.
      const { end } = await enqueue(async () => {
        const submitted = await outbox.submit(pageOutbox(), draft, isWatched);
        draft = { ...draft, id: submitted.id, seen: submitted.isStored ? hashOf(fields) : draft.seen };
        return submitted;
      });
      return end;
    },

    /** "Empty this form", and the close icon. */
    discard(): Promise<unknown> {
      const left = draft;
      return enqueue(() => pageOutbox().store.change(left.id, (record) => record && discarded(record, left)));
    },
  };
}

/** Returns the requested record, or the newest to show in the form, such as an application that is being sent. */
export async function draftFor({ kind, job }: About, asked: unknown): Promise<Submission | undefined> {
  const all = await pageOutbox().store.list();
  const isShown = forms[kind].staysOpen ? isInForm : isEditable;
  const drafts = all.filter((record) => record.kind === kind && record.job === job && isShown(record));
  return drafts.find(({ id }) => id === asked) ?? drafts.at(-1);
}

/** "Send now". Returns false if the fields are invalid, so that the form must be opened. */
export async function sendRecord(record: Submission): Promise<boolean> {
  const { kind, job, fields } = record;
  if (!validate(kind, { ...fields, job }).ok) return false;
  await outbox.sendNow(pageOutbox(), record.id);
  return true;
}

export async function deleteRecord(id: string): Promise<void> {
  await pageOutbox().store.change(id, (record) => record && deleted(record));
}

/** Arguments for `navigate`. The history state tells `draftFor` which record to open. */
export function formOf({ kind, job, id }: Pick<Submission, 'kind' | 'job' | 'id'>) {
  const { page, inPage } = forms[kind];
  return [withId(pages[page].path, job) + inPage, { state: { record: id } }] as const;
}

/** Records that the result for this text was shown. Does nothing if another tab has changed the text. */
export async function acknowledge({ id, fields }: Submission): Promise<void> {
  const hash = hashOf(fields);
  await pageOutbox().store.change(id, (record) =>
    record && hashOf(record.fields) === hash ? acknowledged(record) : record,
  );
}
