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
};

export const nothing: Running = {
  isWriting: false,
  doing: 'idle',
  problems: [],
  fileProblem: '',
  unsaved: undefined,
};

/** How a text has ended that its form does not show. `isStored` is false if no record tells of it. */
export type Telling = { record: Submission; isStored: boolean };

type Known = {
  draft: Draft;
  all: readonly Submission[];
  untold: readonly Submission[];
  running: Running;
  /** What the form was doing. */
  was: Doing;
  /** An empty draft for the next text. */
  blank: Draft;
};

/** Tells an end, shows what another tab has made of the record, or what was typed here. */
export function formView({ draft, all, untold, running, was, blank }: Known) {
  const stored = all.find(({ id }) => id === draft.id);
  const lost = untold.find(({ id, hash = hashOf(draft) }) => id === draft.id && hash === hashOf(draft));
  const found = stored && news(stored, draft, running, was);
  const ended = lost ?? (found === 'tell' ? stored : undefined);
  const told: Telling | undefined = ended && { record: ended, isStored: lost === undefined };
  if (told) return { ...viewOf(blank, undefined, nothing, all), told };
  if (found === 'show' && stored) return viewOf(stored, stored, nothing, all);
  const files = stored && !running.isWriting ? stored.files : draft.files;
  return viewOf({ ...draft, files }, stored, running, all);
}

function viewOf(
  content: Pick<Draft, 'id' | 'kind' | 'job' | 'fields' | 'files'>,
  stored: Submission | undefined,
  running: Running,
  all: readonly Submission[],
) {
  const { id, fields, files } = content;
  const doing = doingOf(stored, running);
  return {
    record: { id, fields, files },
    doing,
    problems: running.problems,
    ...(doing === 'idle' ? explain(stored, running, hintOf(content, all)) : { problem: '', hint: '' }),
    /** The fields hold the only copy. */
    isOnlyCopy: running.unsaved !== undefined,
    told: undefined as Telling | undefined,
  };
}

/** A text that waits for a file, or is sent, is shown so in every mount and tab. */
function doingOf(stored: Submission | undefined, { doing }: Running): Doing {
  if (doing !== 'idle') return doing;
  return stored?.state === 'preparing' || stored?.state === 'sending' ? stored.state : 'idle';
}

/**
 * What a form does about its stored record: tells an end, or shows another text, unless its own is the only copy. Who submits
 * to a form that does not stay open is told an objection too.
 */
function news(record: Submission, draft: Draft, running: Running, was: Doing): 'tell' | 'show' | undefined {
  const { kind, state, hash } = record;
  if (running.isWriting) return undefined;
  if (placeOf(record) === 'there') return !isUnsaved(draft) || hash === hashOf(draft) ? 'tell' : undefined;
  if (isUnsaved(draft)) return undefined;
  const isObjection = state === 'refused' && was === 'sending' && !forms[kind].staysOpen;
  if (isObjection || !isInForm(record)) return 'tell';
  return textOf(record) === draft.seen ? undefined : 'show';
}

/** True if a form's text is not the one that was last read or stored. */
export function isUnsaved(draft: Draft): boolean {
  return textOf(draft) !== draft.seen && !isEmpty({ fields: draft.fields });
}

type Form = Pick<Draft, 'kind' | 'job'>;

export function isOf(form: Form, { kind, job }: Submission): boolean {
  return kind === form.kind && job === form.job;
}

function hintOf(form: Form, all: readonly Submission[]): string {
  return all.some((one) => isOf(form, one) && one.state === 'waiting') ? outcomeWords.waiting : '';
}

/** For `role="alert"`, and a `hint` below it. */
function explain(
  stored: Submission | undefined,
  { problems, unsaved, fileProblem }: Running,
  waiting: string,
): { problem: string; hint: string } {
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

/** The record to show in an opened form: the one asked for, otherwise the newest. */
export function draftFor(form: Form, all: readonly Submission[], asked: unknown): Submission | undefined {
  const isShown = forms[form.kind].staysOpen ? isInForm : isEditable;
  const drafts = all.filter((one) => isOf(form, one) && isShown(one));
  return drafts.find(({ id }) => id === asked) ?? drafts.at(-1);
}
