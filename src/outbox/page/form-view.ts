/** What a form shows: one value, computed from its draft, the stored records and what runs. */
import { unsaved as unsavedWords } from '#src/content/field.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { forms } from '#src/contract/forms.ts';
import type { Problem } from '#src/contract/validation.ts';
import {
  type Draft,
  hashOf,
  isEditable,
  isEmpty,
  isInForm,
  placeOf,
  type Submission,
  textOf,
  type Why,
} from '#src/outbox/submission.ts';

export type Doing = 'idle' | 'preparing' | 'sending';

/** What runs, and is stored nowhere. */
export type Running = {
  /** A write has not ended, or nobody has read since. */
  isWriting: boolean;
  /** "Submit" was pressed, and its claim not stored yet, or cannot be. */
  doing: Doing;
  /** Of the last "Submit" of this draft. */
  problems: readonly Problem[];
  /** Why the file that was chosen last cannot be sent. */
  fileProblem: string;
  /** The form's fields hold the only copy. `why`: the answer to it. */
  unsaved?: { why?: Why | undefined } | undefined;
  /** Id of the record that was submitted last here. */
  submitted: string;
};

/** How a text has ended that its form does not show. `isStored` is false if no record tells of it. */
export type Telling = { record: Submission; isStored: boolean };

export type FormView = {
  record: Pick<Draft, 'id' | 'fields' | 'files'>;
  doing: Doing;
  problems: readonly Problem[];
  /** For `role="alert"`, and a `hint` below it. */
  problem: string;
  hint: string;
  /** The fields hold the only copy. */
  isOnlyCopy: boolean;
  told?: Telling | undefined;
};

type Known = {
  draft: Draft;
  all: readonly Submission[];
  untold: readonly Submission[];
  running: Running;
  /** An empty draft for the next text. */
  blank: Draft;
};

/** Tells an end, shows what another tab has made of the record, or what was typed here. */
export function formView({ draft, all, untold, running, blank }: Known): FormView {
  const stored = all.find(({ id }) => id === draft.id);
  const lost = untold.find(({ id, hash = hashOf(draft) }) => id === draft.id && hash === hashOf(draft));
  const ended = lost ?? (stored && news(stored, draft, running) === 'tell' ? stored : undefined);
  if (ended) {
    const told = { record: ended, isStored: lost === undefined };
    const hint = hintOf(all, blank);
    return {
      record: contentOf(blank),
      doing: 'idle',
      problems: [],
      problem: '',
      hint,
      isOnlyCopy: false,
      told,
    };
  }
  const isOther = stored && news(stored, draft, running) === 'show';
  const record = contentOf(
    isOther ? stored : { ...draft, files: stored && !running.isWriting ? stored.files : draft.files },
  );
  const doing = doingOf(stored, running);
  const now = isOther ? { ...running, problems: [], unsaved: undefined, fileProblem: '' } : running;
  const said = explain(stored, { ...now, doing }, hintOf(all, draft));
  return { record, doing, problems: now.problems, ...said, isOnlyCopy: now.unsaved !== undefined };
}

const contentOf = ({ id, fields, files }: FormView['record']) => ({ id, fields, files });

/** A text that waits for a file, or is sent, is shown so in every mount and tab. */
function doingOf(stored: Submission | undefined, { doing }: Running): Doing {
  if (doing !== 'idle') return doing;
  if (stored?.state === 'preparing') return 'preparing';
  return stored?.state === 'sending' ? 'sending' : 'idle';
}

/**
 * What a form does about its stored record: tells an end, or shows another text, unless its own is the only copy. Who submits
 * to a form that does not stay open is told an objection too.
 */
function news(record: Submission, draft: Draft, running: Running): 'tell' | 'show' | undefined {
  const { id, kind, state, hash } = record;
  if (running.isWriting) return undefined;
  if (placeOf(record) === 'there') return !isUnsaved(draft) || hash === hashOf(draft) ? 'tell' : undefined;
  if (isUnsaved(draft)) return undefined;
  const isObjection = state === 'refused' && id === running.submitted && !forms[kind].staysOpen;
  if (isObjection || !isInForm(record)) return 'tell';
  return textOf(record) === draft.seen ? undefined : 'show';
}

/** True if a form's text is not the one that was last read or stored. */
export function isUnsaved(draft: Draft): boolean {
  return textOf(draft) !== draft.seen && !isEmpty({ fields: draft.fields });
}

function hintOf(all: readonly Submission[], draft: Draft): string {
  return all.some((one) => isOf(draft, one) && one.state === 'waiting') ? outcomeWords.waiting : '';
}

function explain(
  stored: Submission | undefined,
  { doing, problems, unsaved, fileProblem }: Running,
  waiting: string,
): { problem: string; hint: string } {
  if (doing !== 'idle') return { problem: '', hint: '' };
  if (problems.length > 0) return { problem: problems.map(({ message }) => message).join(' '), hint: '' };
  if (unsaved?.why)
    return { problem: outcomeWords.unstored(unsaved.why.message), hint: mayHaveArrived(unsaved.why) };
  const why = stored?.state === 'refused' ? stored.why : undefined;
  if (unsaved) return { problem: fileProblem || (why ? whyText(why) : ''), hint: unsavedWords };
  if (why) return { problem: whyText(why), hint: mayHaveArrived(why) };
  return { problem: fileProblem, hint: waiting };
}

function mayHaveArrived(why: Why): string {
  return placeOf({ state: 'refused', why }) === 'perhaps-there' ? outcomeWords.mayHaveArrived : '';
}

export function whyText({ reason, message }: Why): string {
  return reason === 'file' ? message || outcomeWords.fileLost : message;
}

type Form = Pick<Draft, 'kind' | 'job'>;

export function isOf(form: Form, { kind, job }: Submission): boolean {
  return kind === form.kind && job === form.job;
}

/** The record to show in an opened form: the one asked for, otherwise the newest. */
export function draftFor(about: Form, all: readonly Submission[], asked: unknown): Submission | undefined {
  const isShown = forms[about.kind].staysOpen ? isInForm : isEditable;
  const drafts = all.filter((one) => isOf(about, one) && isShown(one));
  return drafts.find(({ id }) => id === asked) ?? drafts.at(-1);
}
