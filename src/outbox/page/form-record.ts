import { proxy, ref, subscribe } from 'valtio/vanilla';

import type { Kind } from '#src/contract/form-kinds.ts';
import { understood, validate } from '#src/contract/forms.ts';
import type { Problem } from '#src/contract/validation.ts';
import * as outbox from '#src/outbox/deliver.ts';
import type { SentFile } from '#src/outbox/sent-file.ts';
import type { FileBytes } from '#src/outbox/store.ts';
import {
  type Draft,
  discarded,
  emptied,
  type Fields,
  isEditable,
  renewed,
  type Submission,
  textOf,
  type Why,
  withFile,
} from '#src/outbox/submission.ts';

import { draftFor, type FormView, formView, isOf, isUnsaved, type Running } from './form-view.ts';
import { newId, pageOutbox } from './outbox.ts';
import { createPreparations } from './preparations.ts';
import { submissions } from './submissions.ts';

export type About<K extends Kind = Kind> = Pick<Draft, 'job' | 'about' | 'closes'> & { kind: K };

/** What a file that was chosen may do to the record for which it was chosen. */
export type Preparation = {
  /** Aborted once it is not wanted any more. */
  signal: AbortSignal;
  /** Before each step: a text that waits for it waits on. */
  renew: () => Promise<unknown>;
  /** Changes the list of files. Rejects if storing fails. */
  attach: (change: (files: SentFile[]) => SentFile[], bytes?: FileBytes) => Promise<void>;
};

/** The record behind a form. */
export type FormRecord = ReturnType<typeof openRecord>;

const open = new Map<string, FormRecord>();

/** One for each form of this page: a form that is opened again shows what is still being written for it. */
export function recordOf(about: About): FormRecord {
  const form = about.kind + about.job;
  const record = open.get(form) ?? openRecord(about);
  open.set(form, record);
  return record;
}

export function problemsIn({ kind, job }: About, typed: Fields): readonly Problem[] {
  const checked = validate(kind, { ...understood(kind, typed), job });
  return checked.ok ? [] : checked.problems;
}

/** Nothing runs. */
const nothing = { doing: 'idle', problems: [], fileProblem: '', unsaved: undefined } as const;

export function openRecord(about: About) {
  const blank = (): Draft => ({ ...about, id: newId(), fields: {}, seen: '' });
  /** Another object for another record; what is typed and stored of one changes in place. */
  let draft = blank();
  let all: readonly Submission[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  let [pending, writes, mounts, drops] = [0, 0, 0, 0];
  /** What is stored has been read. */
  let isOpen = false;
  let reading: Promise<void> = Promise.resolve();
  let opening = {};
  const running: Omit<Running, 'isWriting'> = { ...nothing, submitted: '' };
  const preparations = createPreparations();
  const shown = proxy({ isOpen, view: ref(viewNow()) });

  function viewNow(): FormView {
    const known = isOpen ? { all, untold: submissions.untold } : { all: [], untold: [] };
    return formView({ draft, ...known, running: { ...running, isWriting: pending > 0 }, blank: blank() });
  }

  /** Computes the view again. */
  function publish(): void {
    const before = shown.view;
    const view = viewNow();
    if (view.record.fields === draft.fields) draft.files = view.record.files;
    else {
      draft = { ...about, ...view.record, seen: view.told ? '' : textOf(view.record) };
      Object.assign(running, nothing, view.told && { submitted: '' });
    }
    // Until the store has been read again, it is doing what it did.
    const isKnown = pending === 0 || running.doing !== 'idle' || view.record.id !== before.record.id;
    shown.view = ref({ ...view, doing: isKnown ? view.doing : before.doing, told: view.told ?? before.told });
    shown.isOpen = isOpen;
  }

  const list = () => pageOutbox().store.list();
  const readAll = () => list().catch(() => []);

  /** Reads again what is stored. Whoever writes meanwhile does so too. */
  async function look(): Promise<void> {
    const before = writes;
    const found = await readAll();
    if (pending > 0 || before !== writes) return;
    all = found;
    publish();
  }

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    pending += 1;
    writes += 1;
    publish();
    const next = writing.then(work).finally(async () => {
      all = await readAll();
      pending -= 1;
      publish();
    });
    writing = next.catch(() => undefined);
    return next;
  }

  /** Stores what the form holds by then. */
  async function save(): Promise<void> {
    const saved = draft;
    try {
      await enqueue(async () => {
        const typed = { ...saved };
        const seen = textOf(typed);
        if (seen === saved.seen) return;
        const record = await outbox.saveDraft(pageOutbox(), typed, () => saved === draft && isOpen);
        Object.assign(saved, record, { seen });
      });
      running.unsaved = undefined;
    } catch (error) {
      console.warn('The text could not be stored.', error);
      running.unsaved ??= {};
    }
    publish();
  }

  /** Begins a record only if there was none yet, and the form still shows this draft. */
  function changeFiles(
    of: Draft,
    change: (files: SentFile[]) => SentFile[],
    bytes?: FileBytes,
  ): Promise<void> {
    const { id } = of;
    return enqueue(async () => {
      const { store, now } = pageOutbox();
      const isNew = of === draft && of.id === id && of.seen === '';
      const next = (record?: Submission) => withFile(record, change, now(), isNew ? of : undefined);
      const record = await store.change(id, next, bytes);
      if (of.id !== id) return;
      of.files = record?.files;
      if (record && isNew) of.seen = textOf(record);
    });
  }

  const isWatched = (of: Draft) => isOpen && of === draft && document.visibilityState === 'visible';

  /** The claim is queued, the request is not, so that the form can be closed meanwhile. */
  async function claim(fields: Fields): Promise<void> {
    const sent = Object.assign(draft, { fields });
    const { isStored, end } = await enqueue(async () => {
      // What the device refused to store may meet another tab's text: as a key press, it begins a record of its own.
      if (running.unsaved)
        await outbox
          .saveDraft(pageOutbox(), { ...sent }, () => true)
          .then((record) => Object.assign(sent, record, { seen: textOf(sent) }), console.warn);
      const text = { ...sent };
      const isPreparing = () => preparations.has(sent.id);
      const claimed = await outbox.submit(pageOutbox(), text, () => isWatched(sent), isPreparing);
      if (claimed.isStored) sent.seen = textOf(text);
      running.submitted = sent.id;
      return claimed;
    });
    let why: Why | undefined;
    if (!isStored) {
      preparations.abort(sent.id);
      Object.assign(running, { doing: 'sending', unsaved: {} });
      publish();
      why = await end;
    }
    Object.assign(running, { doing: 'idle', unsaved: why && { why } });
    publish();
  }

  /** Deletes what the form holds, at once in the form. */
  async function drop(next: (record: Submission, dropped: Draft) => Submission | undefined): Promise<void> {
    const dropped = draft;
    drops += 1;
    preparations.abort(dropped.id);
    draft = blank();
    Object.assign(running, nothing);
    const isGone = (record: Submission) => isOf(about, record) && next(record, dropped) === undefined;
    await enqueue(() => pageOutbox().store.remove(isGone)).catch(console.warn);
  }

  /** What was typed stands over what is stored, unless that is on its way. */
  async function read(asked: unknown, find: () => Fields): Promise<void> {
    const mine = {};
    opening = mine;
    const wasOpen = isOpen;
    await writing;
    const found = await list().catch(() => undefined);
    const next = found && !isUnsaved(draft) ? draftFor(about, found, asked) : undefined;
    if (mine !== opening || (wasOpen && next?.id !== asked)) return;
    const typed = wasOpen ? {} : find();
    const isTyped = Object.keys(typed).length > 0;
    if (next && (isEditable(next) || !isTyped)) {
      const { id, fields, files } = next;
      draft = { ...about, id, fields, files, seen: textOf(next) };
      Object.assign(running, { problems: [], fileProblem: '' });
    } else if (found && !isUnsaved(draft) && !preparations.has(draft.id)) draft = blank();
    draft.fields = { ...draft.fields, ...typed };
    all = found ?? [];
    isOpen = true;
    publish();
    if (isTyped || isUnsaved(draft)) void save();
  }

  return {
    shown,
    look,

    /** Shows what is stored, or the only copy. `find` reads what was typed before. */
    open(asked: unknown, find: () => Fields): void {
      reading = read(asked, find);
    },

    /** Reads again for a page from the back/forward cache. Writes that are repeated bring no deleted record back. */
    openAgain(find: () => Fields): void {
      if (shown.view.doing !== 'idle') return void look();
      isOpen = false;
      this.open(draft.id, find);
    },

    /** Returns a function that ends it. */
    mount(): () => void {
      mounts += 1;
      const ends = [pageOutbox().onChange(() => void look()), subscribe(submissions, publish)];
      return () => {
        mounts -= 1;
        isOpen &&= mounts > 0;
        for (const end of ends) end();
      };
    },

    /** The result was told. */
    toldIt(): void {
      shown.view = ref({ ...shown.view, told: undefined });
    },

    /** Stores typed text. */
    async type(fields: Fields): Promise<void> {
      if (!isOpen || shown.view.doing !== 'idle') return;
      draft.fields = fields;
      if (problemsIn(about, fields).length === 0) running.problems = [];
      await save();
    },

    /** What is asked for is said in the press itself, so that a second one is nothing. */
    async submit(typed: Fields): Promise<void> {
      if (shown.view.doing !== 'idle') return;
      const fields = understood(about.kind, typed);
      draft.fields = fields;
      running.problems = problemsIn(about, fields);
      running.fileProblem = '';
      if (running.problems.length > 0) return publish();
      running.doing = preparations.has(draft.id) ? 'preparing' : 'sending';
      publish();
      const before = drops;
      // Otherwise what is read would replace the text that is being submitted.
      await reading;
      if (before === drops) await claim(fields);
    },

    /** Prepares a file after those chosen before, also if the form is left meanwhile. */
    async prepare(work: (preparation: Preparation) => Promise<string>): Promise<void> {
      await reading;
      const chosen = draft;
      const { id } = chosen;
      running.fileProblem = '';
      publish();
      const { store, now } = pageOutbox();
      const renew = () => store.change(id, (record) => record && renewed(record, now())).catch(console.warn);
      const problem = await preparations.begin(id, (signal) =>
        work({ signal, renew, attach: (change, bytes) => changeFiles(chosen, change, bytes) }),
      );
      if (problem === undefined) return;
      if (chosen === draft) running.fileProblem = problem;
      const end = () => outbox.endPreparing(pageOutbox(), id, problem, () => isWatched(chosen));
      await enqueue(end).catch(console.warn);
    },

    /** "Send without it". */
    async sendWithout(): Promise<void> {
      const sent = draft;
      preparations.abort(sent.id);
      await enqueue(() => outbox.endPreparing(pageOutbox(), sent.id, '', () => isWatched(sent)));
    },

    async removeFile(sha256: string): Promise<void> {
      running.fileProblem = '';
      await changeFiles(draft, (files) => files.filter((file) => file.sha256 !== sha256));
    },

    /** The close icon. What is being sent stays. */
    async close(): Promise<void> {
      if (shown.view.doing === 'sending') return;
      opening = {};
      await drop(discarded);
    },

    /** "Empty this form", with the other texts that were begun in it. */
    empty: () => drop(emptied),
  };
}
