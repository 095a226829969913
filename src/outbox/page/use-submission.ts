import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';

import { connectBase } from '#src/api/connect-base.ts';
import { emptyQuestion } from '#src/content/field.ts';
import { lineLimit } from '#src/contract/fields.ts';
import type { Kind } from '#src/contract/form-kinds.ts';
import { type ControlName, controlsOf, forms } from '#src/contract/forms.ts';
import type { Problem } from '#src/contract/validation.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { acknowledge } from '#src/outbox/page/actions.ts';
import { problemsIn, recordOf } from '#src/outbox/page/form-record.ts';
import { isOf, type Telling } from '#src/outbox/page/form-view.ts';
import type { About } from '#src/outbox/page/held-form.ts';
import { showInForm, submissions } from '#src/outbox/page/submissions.ts';
import { refresh, startOutbox } from '#src/outbox/page/triggers.ts';
import { type Fields, isEmpty, type Submission } from '#src/outbox/submission.ts';
import { updates } from '#src/state/updates.ts';
import { requiredText } from '#src/words/form-errors.ts';

import { type Told, told } from './told.ts';
import { adoptTyped, forgetTyped, mayBeRefilled, readTyped, writeTyped } from './typed-fields.ts';

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
  const [record] = useState(() => recordOf(about));
  const { isOpen, view } = useProxyState(record.shown);
  const { doing, problems, problem, hint, isOnlyCopy } = view;
  const { id, fields, files } = view.record;
  const isBusy = doing !== 'idle';
  const requested: unknown = useHistoryState<{ record?: string } | null>()?.record;
  const read = (element: HTMLFormElement) => readTyped(element, (name, value) => preset[name] === value);

  useFields(form, record.shown, preset);
  useFocusAfterSubmit(form, doing, problems);
  useOnlyCopy(isOnlyCopy);

  /** What was typed before the form was read, with what a password manager wrote; not what the browser has restored. */
  const find = () => {
    if (form.current === null) return {};
    const typed = readTyped(form.current, () => true);
    return Object.keys(typed).length === 0 || mayBeRefilled() ? typed : read(form.current);
  };
  const openAgain = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted || form.current === null) return;
    if (!isBusy) forgetTyped(form.current);
    record.openAgain(find);
  });
  useEffect(() => {
    startOutbox();
    const unmount = record.mount();
    const onShow = (event: PageTransitionEvent) => openAgain(event);
    const onVisible = () => void record.look();
    addEventListener('pageshow', onShow);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      unmount();
      removeEventListener('pageshow', onShow);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [record]);
  const open = useEffectEvent((asked: unknown) => record.open(asked, find));
  useEffect(() => open(requested), [requested]);
  useEffect(() => showInForm(id), [id]);

  const tell = useEffectEvent(({ record: ended, isStored }: Telling) => {
    record.toldIt();
    onTold(told(ended, isStored));
    if (isStored) acknowledgeVisibly(ended);
    else submissions.untold = submissions.untold.filter((one) => one.id !== ended.id);
  });
  useEffect(() => {
    if (view.told) tell(view.told);
  }, [view.told]);

  const controls = controlsOf(about.kind);
  return {
    /** Props for the form. */
    form: {
      ref: form,
      action: connectBase + forms[about.kind].call,
      method: 'post',
      onInput({ currentTarget }: FormEvent<HTMLFormElement>): void {
        void record.type(read(currentTarget));
      },
      onSubmit(event: FormEvent<HTMLFormElement>): void {
        event.preventDefault();
        void record.submit(readTyped(event.currentTarget));
      },
      /** "Empty this form" */
      onReset(event: FormEvent<HTMLFormElement>): void {
        event.preventDefault();
        const isOther = (one: Submission) => isOf(about, one) && one.state === 'typing' && one.id !== id;
        if (confirm(emptyQuestion(submissions.all.filter(isOther).length))) void record.empty();
      },
    },
    /** Props for the form's `Field` with this name. */
    field(name: ControlName<K>) {
      const control = controls[name] ?? { label: '' };
      const { label, needed = requiredText(label), limit: maxLength = lineLimit, joined = name } = control;
      const isOwn = ({ field }: Problem) => field === joined;
      const check = (form: HTMLFormElement) => problemsIn(about, readTyped(form)).find(isOwn)?.message;
      const problem = problems.find(isOwn);
      return {
        ...{ name, label, needed, maxLength, problem, check },
        isLong: control.isLong,
        required: !control.isOptional,
        readOnly: isBusy,
      };
    },
    /** Props for `FilePlace`. */
    files: {
      files: files ?? [],
      doing,
      prepare: record.prepare,
      remove: (sha256: string) => void record.removeFile(sha256).catch(console.warn),
    },
    /** Props for `FormEnd`. */
    end: {
      problem,
      hint,
      doing,
      canEmpty: isOpen && !isEmpty({ fields, files }),
      sendWithout: () => void record.sendWithout().catch(console.warn),
    },
    /** For a dialog: false while its fields hold the only copy. */
    mayClose: !isOnlyCopy,
    /** Close icon. Does not delete a record that is being sent. */
    discard: () => void record.close(),
  };
}

type Form = { current: HTMLFormElement | null };

/** Writes the record's content into the fields when they hold something else. */
function useFields(form: Form, shown: ReturnType<typeof recordOf>['shown'], preset: Fields): void {
  const { isOpen, view } = useProxyState(shown);
  const writtenFor = useRef('');
  useLayoutEffect(() => {
    const element = form.current;
    if (element) adoptTyped(element);
    return () => {
      if (element && writtenFor.current !== '') forgetTyped(element);
    };
  }, [form]);
  const write = useEffectEvent(() => {
    if (form.current === null || !shown.isOpen) return;
    // What was typed since this was rendered is newer.
    const { id, fields } = shown.view.record;
    const held = readTyped(form.current, (name, value) => preset[name] === value);
    const isSame = Object.keys({ ...held, ...fields }).every((name) => held[name] === fields[name]);
    if (isSame && writtenFor.current === id) return;
    // Text written by a password manager.
    const written = writtenFor.current === '' && !mayBeRefilled() ? held : {};
    writtenFor.current = id;
    writeTyped(form.current, { ...preset, ...written, ...fields });
  });
  useLayoutEffect(() => {
    if (isOpen && view.record) write();
  }, [isOpen, view.record]);
}

/** An attempt that ends in the form leaves the focus on the first field to mend, or on the button. */
function useFocusAfterSubmit(form: Form, doing: string, problems: readonly Problem[]): void {
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    const isEnded = doing === 'idle' && (wasBusy.current || problems.length > 0);
    wasBusy.current = doing !== 'idle';
    if (isEnded && (problems.length > 0 || document.activeElement === document.body))
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [type=submit]')?.focus();
  }, [form, doing, problems]);
}

/** Asks before the document is left with the only copy. */
function useOnlyCopy(isOnlyCopy: boolean): void {
  useEffect(() => {
    if (!isOnlyCopy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    updates.isTextUnsaved = true;
    addEventListener('beforeunload', ask);
    return () => {
      updates.isTextUnsaved = false;
      removeEventListener('beforeunload', ask);
    };
  }, [isOnlyCopy]);
}

const isVisible = () => document.visibilityState === 'visible';

/** A result counts as read only on a visible page. */
function acknowledgeVisibly(ended: Submission): void {
  const endTelling = showInForm(ended.id);
  const markRead = () => void acknowledge(ended).then(refresh).catch(console.warn).finally(endTelling);
  if (isVisible()) markRead();
  else document.addEventListener('visibilitychange', markRead, { once: true });
}
