/** What is asked of the record behind a form. */
import { ref, subscribe } from 'valtio/vanilla';

import { understood, validate } from '#src/contract/forms.ts';
import type { Problem } from '#src/contract/validation.ts';
import * as outbox from '#src/outbox/deliver.ts';
import {
  type Draft,
  discarded,
  emptied,
  type Fields,
  isEditable,
  isEmpty,
  type Submission,
  textOf,
  withoutTrap,
} from '#src/outbox/submission.ts';

import { abortFiles, changeFiles, endPreparing, type Preparation, prepareFiles } from './form-files.ts';
import { draftFor, isOf, isUnsaved, nothing } from './form-view.ts';
import { type About, type HeldForm, holdForm, isWatched } from './held-form.ts';
import { pageOutbox } from './outbox.ts';
import { submissions } from './submissions.ts';

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

/** Stores what the form holds by then. One that has not begun does it for those after it: storage may take seconds to fail. */
async function save(held: HeldForm): Promise<void> {
  const saved = held.draft;
  if (held.saving === saved) return;
  held.saving = saved;
  try {
    await held.enqueue(() => {
      held.saving = undefined;
      return storeText(held, saved);
    });
    held.running.unsaved = undefined;
  } catch (error) {
    console.warn('The text could not be stored.', error);
    held.running.unsaved ??= {};
  }
  held.publish();
}

async function storeText(held: HeldForm, saved: Draft): Promise<void> {
  const typed = { ...saved };
  const seen = textOf(typed);
  if (seen === saved.seen) return;
  const isCurrent = () => saved === held.draft && held.isOpen;
  Object.assign(saved, await outbox.saveDraft(pageOutbox(), typed, isCurrent));
  saved.seen = isEmpty({ ...typed, files: saved.files }) ? '' : seen;
}

/** What was typed stands over what is stored, unless that is on its way. */
function read(held: HeldForm, asked: unknown, find: () => Fields): void {
  const { about, all, running, isOpen: wasOpen } = held;
  const isSubmitted = running.doing !== 'idle';
  const isOwn = isSubmitted || isUnsaved(held.draft);
  const next = isOwn ? undefined : draftFor(about, all, asked);
  if (wasOpen && next?.id !== asked) return;
  const typed = wasOpen || isSubmitted ? {} : find();
  const isTyped = Object.keys(typed).length > 0;
  if (next && (isEditable(next) || !isTyped)) {
    const { id, fields, files } = next;
    held.draft = { ...about, id, fields, files, seen: textOf(next) };
    Object.assign(running, { problems: [], fileProblem: '' });
  } else if (!isOwn && !held.preparing.has(held.draft.id)) held.draft = held.blank();
  if (isTyped) held.draft.fields = { ...held.draft.fields, ...typed };
  held.isOpen = true;
  held.publish();
  if (isTyped || isUnsaved(held.draft)) void save(held);
}

/** What is asked for is said in the press itself, so that a second one is nothing. */
async function submit(held: HeldForm, typed: Fields): Promise<void> {
  const { about, draft, running, shown, preparing } = held;
  if (shown.view.doing !== 'idle') return;
  draft.fields = understood(about.kind, typed);
  running.problems = problemsIn(about, draft.fields);
  running.fileProblem = '';
  if (running.problems.length > 0) return held.publish();
  running.doing = preparing.has(draft.id) ? 'preparing' : 'sending';
  await claim(held, draft);
}

/** The claim is queued, the request is not, so that the form can be closed meanwhile. */
async function claim(held: HeldForm, sent: Draft): Promise<void> {
  const { running, preparing } = held;
  const claimed = await held.enqueue(async () => {
    // It was emptied, or another tab's text is shown instead.
    if (sent !== held.draft) return undefined;
    // What the device refused to store may meet another tab's text: as a key press, it begins a record of its own.
    if (running.unsaved) await storeText(held, sent).catch(console.warn);
    const text = { ...sent };
    const isPreparing = preparing.has(sent.id);
    const submitted = await outbox.submit(pageOutbox(), text, () => isWatched(held, sent.id), isPreparing);
    if (submitted.isStored) sent.seen = textOf(text);
    return submitted;
  });
  if (claimed === undefined) return;
  running.unsaved = undefined;
  if (!claimed.isStored) {
    abortFiles(held, sent.id);
    Object.assign(running, { doing: 'sending', unsaved: {} });
    held.publish();
    const why = await claimed.end;
    if (why) sent.fields = withoutTrap(sent.fields);
    running.unsaved = why && { why };
  }
  running.doing = 'idle';
  held.publish();
}

/** Deletes what the form holds, at once in the form. */
async function drop(
  held: HeldForm,
  next: (record: Submission, dropped: Draft) => Submission | undefined,
): Promise<void> {
  const dropped = held.draft;
  abortFiles(held, dropped.id);
  held.draft = held.blank();
  Object.assign(held.running, nothing);
  const isGone = (record: Submission) => isOf(dropped, record) && next(record, dropped) === undefined;
  await held.enqueue(() => pageOutbox().store.remove(isGone)).catch(console.warn);
}

export function openRecord(about: About) {
  const held = holdForm(about);
  const { shown, running } = held;
  let mounts = 0;
  return {
    shown,
    look: () => held.look(),

    /** Shows what is stored, or the only copy. `find` reads what was typed before. */
    open(asked: unknown, find: () => Fields): void {
      const mine = {};
      held.opening = mine;
      void held.look(() => mine === held.opening && read(held, asked, find));
    },

    /** Reads again for a page from the back/forward cache. Writes that are repeated bring no deleted record back. */
    openAgain(find: () => Fields): void {
      if (shown.view.doing !== 'idle') return void held.look();
      held.isOpen = false;
      this.open(held.draft.id, find);
    },

    /** Returns a function that ends it. */
    mount(): () => void {
      mounts += 1;
      const ends = [pageOutbox().onChange(() => void held.look()), subscribe(submissions, held.publish)];
      return () => {
        mounts -= 1;
        held.isOpen &&= mounts > 0;
        // Nothing reads into a form that was left.
        if (mounts === 0) held.opening = {};
        for (const end of ends) end();
      };
    },

    /** The result was told. */
    toldIt(): void {
      shown.view = ref({ ...shown.view, told: undefined });
    },

    /** Stores typed text. */
    async type(fields: Fields): Promise<void> {
      if (!held.isOpen || shown.view.doing !== 'idle') return;
      held.draft.fields = fields;
      if (problemsIn(about, fields).length === 0) running.problems = [];
      await save(held);
    },

    submit: (typed: Fields) => submit(held, typed),
    prepare: (work: (preparation: Preparation) => Promise<string>) => prepareFiles(held, work),

    /** "Send without it". */
    async sendWithout(): Promise<void> {
      const { id } = held.draft;
      abortFiles(held, id);
      await endPreparing(held, id, '');
    },

    async removeFile(sha256: string): Promise<void> {
      running.fileProblem = '';
      await changeFiles(held, held.draft, (files) => files.filter((file) => file.sha256 !== sha256));
    },

    /** The close icon. What is being sent stays. */
    async close(): Promise<void> {
      if (shown.view.doing === 'sending') return;
      held.opening = {};
      await drop(held, discarded);
    },

    /** "Empty this form", with the other texts that were begun in it. */
    empty: () => drop(held, emptied),
  };
}
