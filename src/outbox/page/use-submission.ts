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
import { navigate, useHistoryState } from 'wouter/use-browser-location';

import { unsaved as unsavedWords } from '#src/content/field.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { lineLimit } from '#src/contract/fields.ts';
import { type ControlName, controlsOf, understood, validate } from '#src/contract/forms.ts';
import type { Kind } from '#src/contract/kinds.ts';
import type { Problem } from '#src/contract/validation.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { openForms, submissions } from '#src/outbox/page/submissions.ts';
import {
  type About,
  acknowledge,
  draftFor,
  formOf,
  openRecord,
  type Shown,
} from '#src/outbox/page/submit.ts';
import { startOutbox } from '#src/outbox/page/triggers.ts';
import {
  type Fields,
  isDelivered,
  isEmpty,
  isInForm,
  mayHaveArrived,
  type Submission,
} from '#src/outbox/submission.ts';

import { type Told, told } from './told.ts';
import { adoptTyped, focusFirst, forgetTyped, mayBeRefilled, readTyped, writeTyped } from './typed-fields.ts';
import { rememberText, unstored } from './unstored.ts';

/** Binds a form to its record. Calls `onTold` with the result of "Submit". `preset`: values for fields that the visitor has not changed. */
export function useSubmission<K extends Kind>(
  about: About<K>,
  onTold: (result: Told) => void,
  preset: Fields = {},
) {
  const formKey = about.kind + about.job;
  const form = useRef<HTMLFormElement>(null);
  const isReady = useRef(false);
  const preparing = useRef(Promise.resolve(true));
  const [isTyped, setIsTyped] = useState(false);
  const [record] = useState(() => openRecord(about));
  const [id, setId] = useState(record.id);
  const { all } = useProxyState(submissions);
  const shown = all.find((one) => one.id === id);
  const unsaved = useProxyState(unstored)[formKey];
  const requested: unknown = useHistoryState<{ record?: string } | null>()?.record;

  /** Shows a record, or begins a new one. `typedEarly`: text typed before the record was read. */
  function show(next?: Shown, typedEarly: Fields = {}): void {
    if (next) record.show(next);
    else record.clear();
    setId(record.id());
    const fields = { ...next?.fields, ...typedEarly };
    setIsTyped(!isEmpty({ fields, files: next?.files }));
    if (form.current) writeTyped(form.current, { ...preset, ...fields });
  }

  function onInput(): void {
    if (form.current === null || !isReady.current) return;
    const fields = readTyped(form.current, (name, value) => preset[name] === value);
    setIsTyped(!isEmpty({ ...record.draft(), fields }));
    record.type(fields).then(
      (sent) => {
        setId(record.id());
        delete unstored[formKey];
        const result = sent && told(sent, true);
        if (result) onTold(result);
      },
      (error: unknown) => {
        console.warn('The text could not be stored.', error);
        rememberText(formKey, record.draft());
      },
    );
  }

  async function attach(...[change, bytes]: Parameters<typeof record.attach>): Promise<void> {
    if (!isReady.current) throw new Error('The stored text has not been read yet.');
    await record.attach(change, bytes);
    setId(record.id());
    setIsTyped(!isEmpty(record.draft()));
  }

  async function submit(typed: Fields): Promise<Problem[]> {
    if (!(await preparing.current)) return [];
    const fields = understood(about.kind, typed);
    if (form.current) writeTyped(form.current, fields);
    const checked = validate(about.kind, { ...fields, job: about.job });
    if (!checked.ok) return checked.problems;
    const isWatched = () => form.current !== null && isVisible();
    const { record: ended, isStored } = await record.submit(fields, isWatched);
    setId(record.id());
    delete unstored[formKey];
    if (ended === undefined) return [];
    if (!isStored && (ended.state !== 'sent' || !form.current))
      unstored[formKey] = { ...ended, seen: record.draft().seen };
    if (form.current) tell(ended, isStored);
    else if (!isStored) navigate(...formOf(ended));
    return [];
  }

  /** Shows a result. Empties the form, unless the visitor has to correct it there. */
  function tell(ended: Submission, isStored: boolean): void {
    const result = told(ended, isStored);
    if (result === undefined) return;
    onTold(result);
    if (!result.isOver) return;
    show();
    // A result counts as read only on a visible page.
    const markRead = () => void acknowledge(ended).catch(console.warn);
    if (!isStored) return;
    if (isVisible()) markRead();
    else document.addEventListener('visibilitychange', markRead, { once: true });
  }

  /** Problems count only for the record that was submitted. */
  const [checked, dispatch, isPending] = useActionState(
    async (_: unknown, fields: Fields) => ({ problems: await submit(fields), of: record.id() }),
    undefined,
  );
  const problems = checked?.of === id ? checked.problems : [];

  const open = useEffectEvent(async (requested: unknown) => {
    const draft = await draftFor(about, requested).catch(() => undefined);
    if (form.current === null || (isReady.current && !unsaved && draft?.id !== requested)) return;
    // Text typed before hydration, or written by a password manager; not text that the browser has restored.
    const typedEarly = isReady.current ? {} : readTyped(form.current, () => true);
    const written = isReady.current || mayBeRefilled() ? {} : readTyped(form.current);
    isReady.current = true;
    show(unsaved ?? draft, { ...written, ...(unsaved ?? draft)?.fields, ...typedEarly });
    if (unsaved?.state === 'sent') {
      delete unstored[formKey];
      tell(unsaved, false);
    } else if (Object.keys(typedEarly).length > 0) onInput();
  });
  useLayoutEffect(() => {
    const element = form.current;
    if (element) adoptTyped(element);
    return () => {
      if (element && isReady.current) forgetTyped(element);
    };
  }, []);
  useEffect(() => {
    startOutbox();
    void open(requested);
  }, [requested]);

  /** Shows what is stored now, after a return from the back/forward cache. */
  const showStored = useEffectEvent(async () => {
    // Keep text that is not stored anywhere.
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
    if (!isReady.current || isPending || shown === undefined || !record.isNews(shown)) return;
    if (isInForm(shown)) show(shown);
    else if (!isDelivered(shown) || record.isSent(shown)) tell(shown, true);
  });
  useEffect(() => showChange(shown, isPending), [shown, isPending]);

  useEffect(() => {
    openForms.ids.push(id);
    return () => {
      openForms.ids = openForms.ids.filter((one) => one !== id);
    };
  }, [id]);

  const sending = isPending || shown?.state === 'sending';
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
      attach,
      hold(prepare: () => Promise<boolean>): void {
        const all = preparing.current.then(async (isReady) => (await prepare()) && isReady);
        preparing.current = all;
        // Once its problem has been shown, the text can be submitted without it.
        void all.then(() => {
          if (preparing.current === all) preparing.current = Promise.resolve(true);
        });
      },
    },
    /** Props for `FormEnd`: `problem` for `role="alert"`, and a `hint` below it. */
    end: { ...explain(), sending, isTyped },
    onInput,
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      const fields = readTyped(event.currentTarget);
      startTransition(() => dispatch(fields));
    },
    /** Close icon. */
    discard,
    onReset(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      delete unstored[formKey];
      record.empty().catch(console.warn);
      show();
      // The button is about to be removed.
      focusFirst(event.currentTarget);
    },
  };

  /** Does not delete a record that is being sent. */
  function discard(): void {
    if (sending) return;
    delete unstored[formKey];
    if (form.current) forgetTyped(form.current);
    // A file that is still being prepared must not bring the record back.
    isReady.current = false;
    record.discard().catch(console.warn);
  }

  function explain(): { problem: string; hint: string } {
    if (sending) return { problem: '', hint: '' };
    if (problems.length > 0) return { problem: problems.map(({ message }) => message).join(' '), hint: '' };
    const { why } = unsaved?.why ? unsaved : shown?.state === 'refused' ? shown : {};
    const problem = unsaved?.why ? outcomeWords.unstored(unsaved.why.message) : (why?.message ?? '');
    const isWaiting = all.some(
      ({ kind, job, state }) => kind === about.kind && job === about.job && state === 'waiting',
    );
    const hints = [
      why && mayHaveArrived(why) && outcomeWords.mayHaveArrived,
      unsaved?.state === 'typing' && unsavedWords,
    ].filter(Boolean);
    if (hints.length === 0 && !why && isWaiting) return { problem, hint: outcomeWords.waiting };
    return { problem, hint: hints.join(' ') };
  }
}

const isVisible = () => document.visibilityState === 'visible';
