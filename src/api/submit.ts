import * as outbox from '#src/outbox/deliver.ts';
import { validate } from '#src/outbox/post.ts';
import {
  type Delivery,
  type Draft,
  deleted,
  discarded,
  type Fields,
  hasText,
  isEditable,
  type Submission,
  textOf,
  told,
} from '#src/outbox/submission.ts';
import { applyPath, pages } from '#src/paths.ts';

import { newId, pageOutbox } from './outbox.ts';

export type About = Pick<Draft, 'kind' | 'job' | 'about'>;

/** A form's hold on its record. Writes follow one another, so that the record's text is the one typed last. */
export type FormRecord = ReturnType<typeof openRecord>;

export function openRecord(about: About) {
  let draft: Draft = { ...about, id: newId(), fields: {}, seen: '' };
  let writing: Promise<unknown> = Promise.resolve();
  let pending = 0;
  let isPlanned = false;

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    pending += 1;
    const next = writing.then(work).finally(() => {
      pending -= 1;
    });
    writing = next.catch(() => undefined);
    return next;
  }

  async function save(): Promise<void> {
    isPlanned = false;
    const { fields } = draft;
    const id = await outbox.saveDraft(pageOutbox(), draft);
    draft = { ...draft, id, seen: textOf(fields) };
  }

  return {
    id: () => draft.id,

    /** Whether this record's text is another one than the form shows. */
    isNews: (record: Submission) => pending === 0 && hasText(record) && textOf(record.fields) !== draft.seen,

    show({ id, fields }: Pick<Submission, 'id' | 'fields'>): void {
      draft = { ...draft, id, fields, seen: textOf(fields) };
    },

    /** The form is empty, and begins a new record. */
    clear(): void {
      draft = { ...draft, id: newId(), fields: {}, seen: '' };
    },

    /** A key press. Rejects where the device refuses to store it. */
    async type(fields: Fields): Promise<void> {
      draft = { ...draft, fields };
      if (isPlanned) return;
      isPlanned = true;
      await enqueue(save);
    },

    /**
     * Undefined where the record says how it ended; else the end itself, because the device refused to store it or the record
     * is gone.
     */
    async submit(fields: Fields, isWatched: () => boolean): Promise<Delivery | undefined> {
      draft = { ...draft, fields };
      // Only the claim is waited for by what comes next: while it is sent, the form may be closed.
      const { end } = await enqueue(async () => {
        const begun = await outbox.submit(pageOutbox(), draft, isWatched);
        draft = { ...draft, id: begun.id, seen: begun.isStored ? textOf(fields) : draft.seen };
        return begun;
      });
      return end;
    },

    /** The close icon. */
    discard: () =>
      enqueue(() => pageOutbox().store.change(draft.id, (record) => record && discarded(record, draft))),
  };
}

/** What a form for this vacancy opens on: the record that is asked for, or its newest that can be edited. */
export async function draftFor({ kind, job }: About, asked: unknown): Promise<Submission | undefined> {
  const all = await pageOutbox().store.list();
  const drafts = all.filter((record) => record.kind === kind && record.job === job && isEditable(record));
  return drafts.find(({ id }) => id === asked) ?? drafts.at(-1);
}

/** Undefined where it is gone. */
export async function readRecord(id: string): Promise<Submission | undefined> {
  return (await pageOutbox().store.list()).find((record) => record.id === id);
}

/** "Send now". Not done where something typed is wrong: its form has to open. */
export async function sendRecord(record: Submission): Promise<boolean> {
  if (!validate(record).ok) return false;
  await outbox.sendNow(pageOutbox(), record.id);
  return true;
}

export async function deleteRecord(id: string): Promise<void> {
  await pageOutbox().store.change(id, (record) => record && deleted(record));
}

/** Where the form is that `draftFor` fills; `state` of the history entry names the record. */
export function formOf({ kind, job, id }: Pick<Submission, 'kind' | 'job' | 'id'>) {
  const path = kind === 'apply' ? applyPath(job) : `${pages.mediaRoom.path}#newsletter`;
  return [path, { state: { record: id } }] as const;
}

/** The visitor has read what became of this text. Another tab may have changed it since. */
export async function noteTold({ id, fields }: Submission): Promise<void> {
  const read = textOf(fields);
  await pageOutbox().store.change(id, (record) =>
    record && textOf(record.fields) === read ? told(record) : record,
  );
}
