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

import { unsaved as unsavedWords } from '#src/content/field.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { lineLimit } from '#src/contract/fields.ts';
import { type ControlName, controlsOf, understood, validate } from '#src/contract/forms.ts';
import type { Kind } from '#src/contract/kinds.ts';
import type { Problem } from '#src/contract/validation.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { openForms, submissions } from '#src/outbox/page/submissions.ts';
import { type About, acknowledge, recordOf, type Shown } from '#src/outbox/page/submit.ts';
import { startOutbox } from '#src/outbox/page/triggers.ts';
import {
  type Fields,
  isEmpty,
  isInForm,
  placeOf,
  type Submission,
  type Why,
} from '#src/outbox/submission.ts';
import { updates } from '#src/state/updates.ts';

import { pageOutbox } from './outbox.ts';
import { type Told, told } from './told.ts';
import { adoptTyped, focusFirst, forgetTyped, mayBeRefilled, readTyped, writeTyped } from './typed-fields.ts';

/** Binds a form to its record. Calls `onTold` with the result of "Submit". `preset`: values for fields that the visitor has not changed. */
export function useSubmission<K extends Kind>(
  about: About<K>,
  onTold: (result: Told) => void,
  preset: Fields = {},
) {
  const form = useRef<HTMLFormElement>(null);
  /** Until what is stored has been read, and once the visitor has pressed the close icon. */
  const phase = useRef<'reading' | 'open' | 'closed'>('reading');
  const reading = useRef(Promise.resolve());
  const isPosting = useRef(false);
  const [record] = useState(() => recordOf(about));
  const [id, setId] = useState(record.id);
  const [isTyped, setIsTyped] = useState(false);
  const [wasChoosing, setWasChoosing] = useState(false);
  /** "Submit" was pressed while a file is being prepared. */
  const [waitsForFile, setWaitsForFile] = useState(false);
  /** The fields hold the only copy. `why`: the last answer to it. */
  const [unsaved, setUnsaved] = useState<{ why?: Why | undefined }>();
  const { all } = useProxyState(submissions);
  const shown = all.find((one) => one.id === id);
  const requested: unknown = useHistoryState<{ record?: string } | null>()?.record;

  /** Shows a record, or begins a new one. `typed`: text that was typed before the record was read. */
  function show(next?: Shown, typed: Fields = {}): void {
    record.show(next);
    const fields = { ...next?.fields, ...typed };
    update(fields);
    if (form.current) writeTyped(form.current, { ...preset, ...fields });
  }

  function update(fields = record.draft().fields): void {
    setId(record.id());
    setIsTyped(!isEmpty({ ...record.draft(), fields, isChoosing: false }));
  }

  function onInput(): void {
    if (form.current === null || phase.current !== 'open') return;
    const fields = readTyped(form.current, (name, value) => preset[name] === value);
    update(fields);
    record.type(fields).then(
      () => {
        update();
        setUnsaved(undefined);
      },
      (error: unknown) => {
        console.warn('The text could not be stored.', error);
        setUnsaved((before) => before ?? {});
      },
    );
  }

  async function attach(...change: Parameters<typeof record.attach>): Promise<void> {
    if (phase.current !== 'open') throw new Error('The form has been closed, or not been read yet.');
    await record.attach(...change);
    update();
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
    const checked = validate(about.kind, { ...fields, job: about.job });
    if (!checked.ok) return checked.problems;
    isPosting.current = true;
    const { end, isStored: isClaimed } = await record.submit(
      fields,
      () => form.current !== null && isVisible(),
    );
    update();
    setUnsaved(isClaimed ? undefined : {});
    const { record: ended, isStored } = await end;
    isPosting.current = false;
    if (ended === undefined) return [];
    const isOver = ['there', 'gone'].includes(placeOf(ended));
    if (!isStored) setUnsaved(isOver ? undefined : { why: ended.why });
    if (form.current) tell(ended, isStored);
    else if (!isStored && isOver) pageOutbox().tell(ended);
    return [];
  }

  /** Shows a result, and empties the form, unless the visitor has to correct it there. */
  function tell(ended: Submission, isStored: boolean): void {
    const result = told(ended, isStored);
    if (result === undefined) return;
    onTold(result);
    show();
    if (!isStored) return;
    // A result counts as read only on a visible page.
    const markRead = () => void acknowledge(ended).catch(console.warn);
    if (isVisible()) markRead();
    else document.addEventListener('visibilitychange', markRead, { once: true });
  }

  /** Problems count only for the record that was submitted. */
  const [checked, dispatch, isPending] = useActionState(
    async (_: unknown, fields: Fields) => ({ problems: await submit(fields), of: record.id() }),
    undefined,
  );
  const problems = checked?.of === id ? checked.problems : [];
  const sending = isPending || shown?.state === 'sending';

  const open = useEffectEvent(async (requested: unknown) => {
    const next = await record.read(requested).catch(() => undefined);
    const isOpen = phase.current === 'open';
    if (form.current === null || (isOpen && next?.id !== requested)) return;
    // Text typed before hydration, or written by a password manager; not text that the browser has restored.
    const typedEarly = isOpen ? {} : readTyped(form.current, () => true);
    const written = isOpen || mayBeRefilled() ? {} : readTyped(form.current);
    phase.current = 'open';
    show(next, { ...written, ...next?.fields, ...typedEarly });
    if (Object.keys(typedEarly).length > 0 || next?.seen !== undefined) onInput();
    if (!next?.isChoosing) return;
    setWasChoosing(true);
    await record.choose(false).catch(console.warn);
  });
  useLayoutEffect(() => {
    const element = form.current;
    if (element) adoptTyped(element);
    return () => {
      if (element && phase.current === 'open') forgetTyped(element);
    };
  }, []);
  useEffect(() => {
    startOutbox();
    reading.current = open(requested);
  }, [requested]);

  /** Shows what is stored now, after a return from the back/forward cache. */
  const showStored = useEffectEvent(async () => {
    if (unsaved || isPending) return;
    const { record: stored, isLatest } = await record.latest();
    if (form.current && isLatest) show(stored);
  });
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && void showStored().catch(console.warn);
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  /** Shows changes made by another tab or the worker, or the end of an attempt that began before a reload. */
  const showChange = useEffectEvent((shown: Submission | undefined, isPending: boolean) => {
    if (phase.current !== 'open' || isPending || shown === undefined || !record.isNews(shown)) return;
    if (isInForm(shown)) show(shown);
    else if (placeOf(shown) !== 'there' || record.isSent(shown)) tell(shown, true);
  });
  useEffect(() => showChange(shown, isPending), [shown, isPending]);

  useEffect(() => {
    openForms.ids.push(id);
    return () => {
      openForms.ids = openForms.ids.filter((one) => one !== id);
    };
  }, [id]);

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
    form,
    /** Props for the form's `Field` with this name. */
    field(name: ControlName<K>) {
      const control = controls[name] ?? { label: '' };
      const { label, limit: maxLength = lineLimit, isLong, isOptional, joined = name } = control;
      const problem = problems.find(({ field }) => field === joined)?.message;
      return { name, label, maxLength, isLong, required: !isOptional, readOnly: sending, problem };
    },
    /** Props for `FilePlace`. */
    files: {
      files: shown?.files ?? [],
      disabled: sending,
      wasChoosing,
      attach,
      choose: (isChoosing: boolean) => void record.choose(isChoosing).catch(console.warn),
      prepare: record.prepare,
    },
    /** Props for `FormEnd`: `problem` for `role="alert"`, and a `hint` below it. */
    end: { ...explain(), sending, isTyped, sendWithout: waitsForFile ? record.giveUpFiles : undefined },
    /** For a dialog: false while its fields hold the only copy. */
    mayClose: unsaved === undefined,
    onInput,
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      const fields = readTyped(event.currentTarget);
      startTransition(() => dispatch(fields));
    },
    /** Close icon. Does not delete a record that is being sent. */
    discard(): void {
      if (isPosting.current || shown?.state === 'sending') return;
      if (form.current) forgetTyped(form.current);
      // Neither a file that is still being prepared nor a "Submit" that waits for it may bring the record back.
      phase.current = 'closed';
      record.giveUpFiles();
      record.discard().catch(console.warn);
    },
    onReset(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      setUnsaved(undefined);
      record.empty().catch(console.warn);
      show();
      // The button is about to be removed.
      focusFirst(event.currentTarget);
    },
  };

  function explain(): { problem: string; hint: string } {
    if (sending) return { problem: '', hint: '' };
    if (problems.length > 0) return { problem: problems.map(({ message }) => message).join(' '), hint: '' };
    const why = unsaved?.why ?? (shown?.state === 'refused' ? shown.why : undefined);
    const problem = unsaved?.why ? outcomeWords.unstored(unsaved.why.message) : (why?.message ?? '');
    const isPerhapsThere = why && placeOf({ state: 'refused', why }) === 'perhaps-there';
    const hints = [isPerhapsThere && outcomeWords.mayHaveArrived, unsaved && !unsaved.why && unsavedWords];
    const isWaiting = all.some(
      ({ kind, job, state }) => kind === about.kind && job === about.job && state === 'waiting',
    );
    const hint = hints.filter(Boolean).join(' ');
    return { problem, hint: hint || (!why && isWaiting ? outcomeWords.waiting : '') };
  }
}

const isVisible = () => document.visibilityState === 'visible';
