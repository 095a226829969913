import {
  type FormEvent,
  startTransition,
  useActionState,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useHistoryState } from 'wouter/use-browser-location';

import { connectBase } from '#src/api/connect-base.ts';
import { unsaved as unsavedWords } from '#src/content/field.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { lineLimit } from '#src/contract/fields.ts';
import { type ControlName, controlsOf, forms, understood, validate } from '#src/contract/forms.ts';
import type { Kind } from '#src/contract/kinds.ts';
import type { Problem } from '#src/contract/validation.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { acknowledge } from '#src/outbox/page/actions.ts';
import { showInForm, submissions } from '#src/outbox/page/submissions.ts';
import { type About, recordOf, type Shown } from '#src/outbox/page/submit.ts';
import { refresh, startOutbox } from '#src/outbox/page/triggers.ts';
import { contentOf, type Fields, placeOf, type Submission } from '#src/outbox/submission.ts';
import { updates } from '#src/state/updates.ts';

import { type Told, told } from './told.ts';
import { adoptTyped, focusFirst, forgetTyped, mayBeRefilled, readTyped, writeTyped } from './typed-fields.ts';

/**
 * Binds a form to its record. Calls `onTold` with the result of "Submit". `preset`: values for fields that the visitor has not
 * changed.
 */
export function useSubmission<K extends Kind>(
  about: About<K>,
  onTold: (result: Told) => void,
  preset: Fields = {},
) {
  const form = useRef<HTMLFormElement>(null);
  /** Until what is stored has been read, and once the visitor has pressed the close icon. */
  const phase = useRef<'new' | 'reading' | 'open' | 'closed'>('new');
  const reading = useRef(Promise.resolve());
  const [record] = useState(() => recordOf(about));
  const [wasChoosing, setWasChoosing] = useState(false);
  /** "Submit" was pressed while a file is being prepared. */
  const [waitsForFile, setWaitsForFile] = useState(false);
  const { id, isTyped, unsaved } = useProxyState(record.view);
  const { all, untold } = useProxyState(submissions);
  const shown = all.find((one) => one.id === id);
  const requested: unknown = useHistoryState<{ record?: string } | null>()?.record;

  /** Shows a record, or begins a new one. `typed`: text that was typed before the record was read. */
  function show(next?: Shown, typed?: Fields): void {
    record.show(next);
    if (form.current) writeTyped(form.current, { ...preset, ...next?.fields, ...typed });
  }

  function onInput(): void {
    if (form.current === null || phase.current !== 'open') return;
    if (problems.length > 0 && problemsIn(readTyped(form.current)).length === 0) setMended(checked);
    void record.type(readTyped(form.current, (name, value) => preset[name] === value));
  }

  function problemsIn(typed: Fields): Problem[] {
    const checked = validate(about.kind, { ...understood(about.kind, typed), job: about.job });
    return checked.ok ? [] : checked.problems;
  }

  async function submit(typed: Fields): Promise<Problem[]> {
    // Otherwise what is read would replace the text that is being submitted.
    await reading.current;
    const preparing = record.preparing();
    setWaitsForFile(preparing !== undefined);
    const isReady = (await preparing) ?? true;
    setWaitsForFile(false);
    if (!isReady || phase.current === 'closed') return [];
    const fields = understood(about.kind, typed);
    if (form.current) writeTyped(form.current, fields);
    const problems = problemsIn(fields);
    if (problems.length > 0) return problems;
    await record.submit(fields, () => form.current !== null && isVisible());
    return [];
  }

  /** Problems count only for the record that was submitted. */
  const [checked, dispatch, isPending] = useActionState(
    async (_: unknown, fields: Fields) => ({ problems: await submit(fields), of: record.view.id }),
    undefined,
  );
  const [mended, setMended] = useState<typeof checked>();
  const problems = checked?.of === id && checked !== mended ? checked.problems : [];
  const sending = isPending || shown?.state === 'sending';
  const isEmptied = shown?.state === 'emptied';

  /** An attempt that ends in the form leaves the focus on the first field to mend, or on the button. */
  const focusMark = useEffectEvent(() => {
    if (problems.length > 0 || document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [type=submit]')?.focus();
  });
  useLayoutEffect(() => {
    if (checked) focusMark();
  }, [checked]);

  /** Shows what is stored. What was typed while it was read stands over it. */
  const open = useEffectEvent(async (asked: unknown) => {
    const wasOpen = phase.current === 'open';
    const next = await record.read(asked);
    if (form.current === null || phase.current === 'closed' || (wasOpen && next.id !== asked)) return;
    // Text written by a password manager; not text that the browser has restored.
    const written = phase.current === 'new' && !mayBeRefilled() ? readTyped(form.current) : {};
    const typed = wasOpen ? {} : readTyped(form.current, () => true);
    phase.current = 'open';
    show(next, { ...written, ...next.fields, ...typed });
    if (Object.keys(typed).length > 0 || record.isUnsaved()) onInput();
    if (!next.choosing?.includes('') || record.preparing()) return;
    setWasChoosing(true);
    await record.choose('', false);
  });
  useLayoutEffect(() => {
    const element = form.current;
    if (element) adoptTyped(element);
    return () => {
      if (element && phase.current !== 'new') forgetTyped(element);
    };
  }, []);
  useEffect(() => {
    startOutbox();
    reading.current = open(requested);
  }, [requested]);

  /** After a return from the back/forward cache. */
  const openAgain = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted || phase.current !== 'open' || isPending || form.current === null) return;
    forgetTyped(form.current);
    phase.current = 'reading';
    reading.current = open(id);
  });
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => openAgain(event);
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  /** Shows a text of another tab, or tells how an attempt has ended, and empties the form. */
  const look = useEffectEvent((shown?: Submission, lost?: Submission) => {
    const next = lost ?? shown;
    const news = lost ? 'tell' : shown && record.news(shown);
    if (next === undefined || news === undefined || phase.current !== 'open') return;
    if (news === 'show') return show({ id: next.id, ...contentOf(next) });
    onTold(told(next, lost === undefined));
    show();
    if (lost) submissions.untold = submissions.untold.filter((one) => one.id !== lost.id);
    else acknowledgeVisibly(next);
  });
  const lost = untold.find((one) => one.id === id);
  useEffect(() => look(shown, lost), [shown, lost]);

  useEffect(() => showInForm(id), [id]);

  useEffect(() => {
    if (isEmptied) return () => void record.leave().catch(console.warn);
  }, [isEmptied, record]);

  /** Asks before the document is left with the only copy. */
  useEffect(() => {
    if (unsaved === undefined) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    updates.isTextUnsaved = true;
    addEventListener('beforeunload', ask);
    return () => {
      updates.isTextUnsaved = false;
      removeEventListener('beforeunload', ask);
    };
  }, [unsaved]);

  const controls = controlsOf(about.kind);
  return {
    /** Props for the form. */
    form: {
      ref: form,
      action: connectBase + forms[about.kind].call,
      method: 'post',
      onInput,
      onSubmit(event: FormEvent<HTMLFormElement>): void {
        event.preventDefault();
        const fields = readTyped(event.currentTarget);
        startTransition(() => dispatch(fields));
      },
      /** "Empty this form", and "Undo". */
      onReset(event: FormEvent<HTMLFormElement>): void {
        event.preventDefault();
        if (isEmptied) {
          record
            .undo()
            .then((next) => next && show({ id: next.id, ...contentOf(next) }))
            .catch(console.warn);
          return;
        }
        record.empty().catch(console.warn);
        setMended(checked);
        writeTyped(event.currentTarget, preset);
        // The button is about to be removed.
        if (shown === undefined) focusFirst(event.currentTarget);
      },
    },
    /** Props for the form's `Field` with this name. */
    field(name: ControlName<K>) {
      const control = controls[name] ?? { label: '' };
      const { label, limit: maxLength = lineLimit, isLong, isOptional, joined = name } = control;
      const isOwn = ({ field }: Problem) => field === joined;
      const check = (form: HTMLFormElement) => problemsIn(readTyped(form)).find(isOwn)?.message;
      const problem = problems.find(isOwn);
      return { name, label, maxLength, isLong, required: !isOptional, readOnly: sending, problem, check };
    },
    /** Props for `FilePlace`. */
    files: {
      files: (shown && contentOf(shown).files) ?? [],
      disabled: sending,
      wasChoosing,
      attach: (...change: Parameters<typeof record.attach>) =>
        reading.current.then(() => record.attach(...change)),
      choose: (isBegun: boolean) => void record.choose('', isBegun),
      drawOnce: record.drawOnce,
      prepare: record.prepare,
    },
    /** Props for `FormEnd`: `problem` for `role="alert"`, and a `hint` below it. */
    end: {
      ...explain(),
      sending,
      // While it is being read what the record has become, the button stays.
      canEmpty: isTyped || shown !== undefined,
      isEmptied,
      sendWithout: waitsForFile ? record.giveUpFiles : undefined,
    },
    /** For a dialog: false while its fields hold the only copy. */
    mayClose: unsaved === undefined,
    /** Close icon. Does not delete a record that is being sent. */
    discard(): void {
      if (sending && !record.preparing()) return;
      phase.current = 'closed';
      record.discard().catch(console.warn);
    },
  };

  function explain(): { problem: string; hint: string } {
    if (sending) return { problem: '', hint: '' };
    if (problems.length > 0) return { problem: problems.map(({ message }) => message).join(' '), hint: '' };
    const why = unsaved?.why ?? (shown?.state === 'refused' ? shown.why : undefined);
    const problem = unsaved?.why ? outcomeWords.unstored(unsaved.why.message) : (why?.message ?? '');
    if (why && placeOf({ state: 'refused', why }) === 'perhaps-there')
      return { problem, hint: outcomeWords.mayHaveArrived };
    if (unsaved && !unsaved.why) return { problem, hint: unsavedWords };
    const isWaiting = ({ kind, job, state }: Submission) =>
      kind === about.kind && job === about.job && state === 'waiting';
    return { problem, hint: !why && all.some(isWaiting) ? outcomeWords.waiting : '' };
  }
}

const isVisible = () => document.visibilityState === 'visible';

/** A result counts as read only on a visible page. */
function acknowledgeVisibly(ended: Submission): void {
  const endTelling = showInForm(ended.id);
  const markRead = () => void acknowledge(ended).then(refresh).catch(console.warn).finally(endTelling);
  if (isVisible()) markRead();
  else document.addEventListener('visibilitychange', markRead, { once: true });
}
