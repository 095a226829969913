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
  edited,
  emptied,
  type Fields,
  hashOf,
  isEditable,
  isEmpty,
  isInForm,
  placeOf,
  type Submission,
} from '#src/outbox/submission.ts';
import { pages, withId } from '#src/paths.ts';

import { newId, pageOutbox } from './outbox.ts';

export type About<K extends Kind = Kind> = Pick<Draft, 'job' | 'about' | 'closes'> & { kind: K };

/** The record behind a form. Writes are queued, so that the last text typed is stored last. */
export type FormRecord = ReturnType<typeof openRecord>;

const open = new Map<string, FormRecord>();

/** One for each form of this page: a form that is opened again shows what is still being written for it. */
export function recordOf(about: About): FormRecord {
  const form = about.kind + about.job;
  const record = open.get(form) ?? openRecord(about);
  open.set(form, record);
  return record;
}

export function openRecord(about: About) {
  const blank = (): Draft => ({ ...about, id: newId(), fields: {}, seen: '' });
  let draft = blank();
  let writing: Promise<unknown> = Promise.resolve();
  let pending = 0;
  /** `end` is false if a file has a problem that was not read yet. */
  let preparing: { end: Promise<boolean>; giveUp: AbortController } | undefined;
  /** The save that has not begun. It stores the last text typed before it begins. */
  let saving: Promise<void> | undefined;

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    pending += 1;
    const next = writing.then(work).finally(() => {
      pending -= 1;
    });
    writing = next.catch(() => undefined);
    return next;
  }

  async function save(saved: Draft, change: Partial<Draft> = {}, bytes?: FileBytes): Promise<void> {
    const next = { ...saved, ...change };
    const id = await outbox.saveDraft(pageOutbox(), next, () => saved === draft, bytes);
    // The form may show another record by now.
    Object.assign(draft.id === saved.id ? draft : saved, change, { id, seen: hashOf(next) });
  }

  /** True if the device has refused to store what the form holds. */
  const isUnsaved = () => hashOf(draft) !== draft.seen && !isEmpty(draft);

  /** True if the form still holds the text of this sent record. */
  const isSent = (record: Submission) => placeOf(record) === 'there' && record.hash === hashOf(draft);

  const deleteDraft = (left: Draft) =>
    pageOutbox().store.change(left.id, (record) => record && discarded(record, left));

  return {
    /** Prepares files after those chosen before, also if the form is closed meanwhile. Once given up they must not be attached. */
    prepare(work: (givenUp: AbortSignal) => Promise<boolean>): void {
      const before = preparing ?? { end: Promise.resolve(true), giveUp: new AbortController() };
      const { signal } = before.giveUp;
      const isGivenUp = new Promise<true>((resolve) =>
        signal.addEventListener('abort', () => resolve(true), { once: true }),
      );
      const all = before.end.then(async (isReady) => (await work(signal)) && isReady);
      const current = { ...before, end: Promise.race([all, isGivenUp]) };
      preparing = current;
      // Once its problem has been shown, the text can be submitted without it.
      void current.end.then(() => {
        if (preparing === current) preparing = undefined;
      });
    },

    /** Files that are being prepared. */
    preparing: () => preparing?.end,

    /** Submits without the files that are being prepared. */
    giveUpFiles: () => preparing?.giveUp.abort(),

    id: () => draft.id,
    draft: () => ({ ...draft }),

    /** True if the stored text differs from the form's, unless that is the only copy, or if no form can show it any more. */
    isNews: (record: Submission) =>
      pending === 0 && (isUnsaved() ? isSent(record) : !isInForm(record) || hashOf(record) !== draft.seen),

    isSent,

    /** Shows a record, or begins a new one. */
    show(next?: Shown): void {
      const { id, fields, files, isChoosing, seen = next && hashOf(next) } = next ?? blank();
      draft = { ...draft, id, fields, files, isChoosing, seen: seen ?? '' };
    },

    /** What a form that is opened shows: text that the device refused to store, or what is stored. */
    async read(asked: unknown): Promise<Shown | undefined> {
      await writing;
      return isUnsaved() ? { ...draft } : draftFor(about, asked);
    },

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
      return { record, isLatest: pending === 0 && !(own && placeOf(own) === 'there') };
    },

    /** Stores typed text. Rejects if storing fails. */
    type(fields: Fields): Promise<void> {
      draft.fields = fields;
      const typed = draft;
      saving ??= enqueue(() => {
        saving = undefined;
        return save(typed);
      });
      return saving;
    },

    /** A file is being chosen, or was not. */
    choose(isChoosing: boolean): Promise<void> {
      const shown = draft;
      return enqueue(() => save(shown, { isChoosing: isChoosing || undefined }));
    },

    /** Changes the list of files. Rejects if storing fails; the list is then as before. */
    attach(change: (files: SentFile[]) => SentFile[], bytes?: FileBytes): Promise<void> {
      const shown = draft;
      const list = () => change((shown.files ?? []).filter(isHere));
      return enqueue(() => save(shown, { files: list(), isChoosing: undefined }, bytes));
    },

    /** Queues only the claim, so that the form can be closed during the request. */
    submit(fields: Fields, isWatched: () => boolean): Promise<outbox.Submitted> {
      const shown = draft;
      shown.fields = fields;
      return enqueue(async () => {
        const next = { ...shown, fields, isChoosing: undefined };
        const submitted = await outbox.submit(pageOutbox(), next, isWatched);
        shown.id = submitted.id;
        if (submitted.isStored) shown.seen = hashOf(next);
        return submitted;
      });
    },

    /** The close icon. */
    discard(): Promise<unknown> {
      const left = draft;
      draft = blank();
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
export type Shown = Pick<Draft, 'id' | 'fields' | 'files' | 'isChoosing'> & { seen?: string };

function isOfForm(record: Submission, { kind, job }: About): boolean {
  return record.kind === kind && record.job === job;
}

/** The record to show in an opened form: the one asked for, otherwise the newest. */
export async function draftFor(about: About, asked: unknown): Promise<Submission | undefined> {
  const all = await pageOutbox().store.list();
  const isShown = forms[about.kind].staysOpen ? isInForm : isEditable;
  const drafts = all.filter((record) => isOfForm(record, about) && isShown(record));
  return drafts.find(({ id }) => id === asked) ?? drafts.at(-1);
}

/** "Send now". Returns false if its form has to be opened, because the rules do not accept the text any more. */
export async function sendRecord(record: Submission): Promise<boolean> {
  const { kind, job, fields } = record;
  const checked = validate(kind, { ...fields, job });
  if (checked.ok) await outbox.sendNow(pageOutbox(), record.id);
  else await editRecord(record, checked.problems.map(({ message }) => message).join(' '));
  return checked.ok;
}

/** "Edit". */
export async function editRecord({ id }: Submission, problems?: string): Promise<void> {
  await pageOutbox().store.change(id, (record) => record && edited(record, problems));
}

export async function deleteRecord(id: string): Promise<void> {
  await pageOutbox().store.change(id, (record) => record && deleted(record));
}

/** "Remove the file". */
export async function removeFile(id: string, sha256: string): Promise<void> {
  await pageOutbox().store.change(id, (record) => record && fileRemoved(record, sha256));
}

/** Arguments for `navigate`. The history state tells the form which record to open. */
export function formOf({ kind, job, id }: Pick<Submission, 'kind' | 'job' | 'id'>) {
  const { page, inPage } = forms[kind];
  return [withId(pages[page].path, job) + inPage, { state: { record: id } }] as const;
}

/** Records that the result for this text was shown. Does nothing if another tab has changed the text. */
export async function acknowledge(shown: Submission): Promise<void> {
  const hash = hashOf(shown);
  await pageOutbox().store.change(shown.id, (record) =>
    record && hashOf(record) === hash ? acknowledged(record) : record,
  );
}
