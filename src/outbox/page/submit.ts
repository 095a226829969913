import { proxy } from 'valtio/vanilla';

import { forms } from '#src/contract/forms.ts';
import type { Kind } from '#src/contract/kinds.ts';
import * as outbox from '#src/outbox/deliver.ts';
import { isHere, type SentFile } from '#src/outbox/sent-file.ts';
import type { FileBytes } from '#src/outbox/store.ts';
import {
  contentOf,
  type Draft,
  discarded,
  emptied,
  type Fields,
  hashOf,
  isEditable,
  isEmpty,
  isInForm,
  left,
  placeOf,
  restored,
  type Submission,
  type Why,
} from '#src/outbox/submission.ts';

import { newId, pageOutbox } from './outbox.ts';

export type About<K extends Kind = Kind> = Pick<Draft, 'job' | 'about' | 'closes'> & { kind: K };

/** What a form shows of a record. `seen`: as in `Draft`; by default, the hash of this content. */
export type Shown = Pick<Draft, 'id' | 'fields' | 'files' | 'choosing'> & { seen?: string };

/** `unsaved`: the form's fields hold the only copy. `why`: the answer to it. */
type View = { id: string; isTyped: boolean; unsaved?: { why?: Why | undefined } | undefined };

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
  /** Id of the record that was submitted last, until another is shown. */
  let submitted = '';
  /** `end` is false if a file has a problem that was not read yet. */
  let preparing: { end: Promise<boolean>; giveUp: AbortController } | undefined;
  const view = proxy<View>({ id: draft.id, isTyped: false });

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    pending += 1;
    const next = writing.then(work).finally(() => {
      pending -= 1;
      update();
    });
    writing = next.catch(() => undefined);
    return next;
  }

  function update(): void {
    view.id = draft.id;
    view.isTyped = !isEmpty({ ...draft, choosing: [] });
  }

  /** Stores what the form holds by then. Rejects if storing fails. */
  function save(change: (shown: Draft) => Partial<Draft> = () => ({}), bytes?: FileBytes): Promise<void> {
    const shown = draft;
    return enqueue(async () => {
      const changes = change(shown);
      const next = { ...shown, ...changes };
      const id = await outbox.saveDraft(pageOutbox(), next, () => shown === draft, bytes);
      // The form may show another record by now.
      Object.assign(draft.id === shown.id ? draft : shown, changes, { id, seen: hashOf(next) });
    });
  }

  /** True if the device has refused to store what the form holds. */
  const isUnsaved = () => hashOf(draft) !== draft.seen && !isEmpty(draft);

  function choose(what: string, isBegun: boolean): Promise<void> {
    const others = (choosing: readonly string[] = []) => choosing.filter((one) => one !== what);
    return save(({ choosing }) => ({
      choosing: [...others(choosing), ...(isBegun ? [what] : [])],
    })).catch(console.warn);
  }

  return {
    view,
    isUnsaved,
    /** Files that are being prepared. */
    preparing: () => preparing?.end,
    /** Submits without them. */
    giveUpFiles: () => preparing?.giveUp.abort(),

    /**
     * What a form does about its stored record: tells an end, or shows another text, unless its own is the only copy. Who
     * submits to a form that does not stay open is told an objection too.
     */
    news(record: Submission): 'tell' | 'show' | undefined {
      const { id, kind, state, hash } = record;
      if (pending > 0) return undefined;
      if (placeOf(record) === 'there') return isEmpty(draft) || hash === hashOf(draft) ? 'tell' : undefined;
      if (isUnsaved()) return undefined;
      const isObjection = state === 'refused' && id === submitted && !forms[kind].staysOpen;
      if (isObjection || !(isInForm(record) || state === 'emptied')) return 'tell';
      return hashOf(contentOf(record)) === draft.seen ? undefined : 'show';
    },

    /** Shows a record, or begins a new one. */
    show(next: Shown = blank()): void {
      const { id, fields, files, choosing, seen = hashOf(next) } = next;
      draft = { ...draft, id, fields, files, choosing, seen };
      submitted = '';
      update();
    },

    /** What a form shows that is opened, or returns from the back/forward cache: what is stored, or the only copy. */
    async read(asked: unknown): Promise<Shown> {
      // Writes that are repeated bring no deleted record back.
      draft = { ...draft };
      await writing;
      if (isUnsaved()) return draft;
      try {
        await changeAll(about, left);
        return (await draftFor(about, asked)) ?? blank();
      } catch {
        return draft;
      }
    },

    /** Stores typed text. */
    async type(fields: Fields): Promise<void> {
      draft.fields = fields;
      update();
      try {
        await save();
        view.unsaved = undefined;
      } catch (error) {
        console.warn('The text could not be stored.', error);
        view.unsaved ??= {};
      }
    },

    /** Stores that something of `choosing` has begun or ended. */
    choose,

    /** Draws a photo, unless the page was ended while it was drawn before. */
    async drawOnce<T>(photo: string, drawPhoto: () => Promise<T>): Promise<T | undefined> {
      if (draft.choosing?.includes(photo)) return undefined;
      await choose(photo, true);
      return drawPhoto().finally(() => choose(photo, false));
    },

    /** Changes the list of files. Rejects if storing fails; the list is then as before. */
    attach: (change: (files: SentFile[]) => SentFile[], bytes?: FileBytes) =>
      save(({ files = [] }) => ({ files: change(files.filter(isHere)) }), bytes),

    /** Prepares files after those chosen before, also if the form is left meanwhile. Once given up they must not be attached. */
    prepare(work: (givenUp: AbortSignal) => Promise<boolean>): void {
      const { end, giveUp } = preparing ?? { end: Promise.resolve(true), giveUp: new AbortController() };
      const isGivenUp = new Promise<true>((resolve) => {
        giveUp.signal.addEventListener('abort', () => resolve(true));
      });
      const all = end.then(async (isReady) => (await work(giveUp.signal)) && isReady);
      const current = { giveUp, end: Promise.race([all, isGivenUp]) };
      preparing = current;
      // Once its problem has been shown, the text can be submitted without it.
      void current.end.then(() => {
        if (preparing === current) preparing = undefined;
      });
    },

    /** Queues only the claim, so that the form can be closed during the request. Resolves when this has ended. */
    async submit(fields: Fields, isWatched: () => boolean): Promise<void> {
      const shown = draft;
      shown.fields = fields;
      const { isStored, end } = await enqueue(async () => {
        const next = { ...shown, fields, choosing: undefined };
        const claim = await outbox.submit(pageOutbox(), next, isWatched);
        if (claim.isStored) shown.seen = hashOf(next);
        submitted = shown.id;
        return claim;
      });
      view.unsaved = isStored ? undefined : {};
      const why = await end;
      if (!isStored) view.unsaved = why && { why };
    },

    /** The close icon. Neither a file that is still being prepared nor a "Submit" that waits for it brings the record back. */
    discard(): Promise<unknown> {
      const closed = draft;
      draft = blank();
      preparing?.giveUp.abort();
      view.unsaved = undefined;
      const { store } = pageOutbox();
      return enqueue(() => store.change(closed.id, (record) => record && discarded(record, closed)));
    },

    /** "Empty this form". */
    empty(): Promise<void> {
      const emptying = { ...draft, fields: {} };
      draft = emptying;
      preparing?.giveUp.abort();
      view.unsaved = undefined;
      return enqueue(async () => {
        const before = { ...emptying };
        Object.assign(emptying, { files: undefined, choosing: undefined, seen: hashOf({ fields: {} }) });
        await changeAll(about, (record) => emptied(record, before, pageOutbox().now()));
      });
    },

    /** "Undo". Resolves to what the form shows then, unless something was typed meanwhile. */
    async undo(): Promise<Submission | undefined> {
      const { store } = pageOutbox();
      const record = await enqueue(() => store.change(draft.id, (one) => one && restored(one)));
      return isEmpty(draft) ? record : undefined;
    },

    /** Deletes what was emptied. */
    leave: () => enqueue(() => changeAll(about, left)),
  };
}

/** The records of a form. */
async function recordsOf({ kind, job }: About): Promise<Submission[]> {
  const all = await pageOutbox().store.list();
  return all.filter((record) => record.kind === kind && record.job === job);
}

async function changeAll(about: About, next: (record: Submission) => Submission | undefined): Promise<void> {
  for (const { id } of await recordsOf(about))
    await pageOutbox().store.change(id, (record) => record && next(record));
}

/** The record to show in an opened form: the one asked for, otherwise the newest. */
async function draftFor(about: About, asked: unknown): Promise<Submission | undefined> {
  const isShown = forms[about.kind].staysOpen ? isInForm : isEditable;
  const drafts = (await recordsOf(about)).filter(isShown);
  return drafts.find(({ id }) => id === asked) ?? drafts.at(-1);
}
