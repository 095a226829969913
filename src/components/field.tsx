import {
  type InputHTMLAttributes,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

import * as fieldWords from '#src/content/field.ts';
import * as ui from '#src/content/interface.ts';
import { trapField } from '#src/contract/response.ts';
import type { Slip } from '#src/contract/slips.ts';
import { cleanText, type Problem, tooLong } from '#src/contract/validation.ts';
import { pages } from '#src/paths.ts';
import { requiredText } from '#src/words/form-errors.ts';

import { FormError } from './action-button.tsx';
import { SiteLink } from './link.tsx';
import { Status } from './status.tsx';

/** `children`: a select's options. */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type FieldProps = InputHTMLAttributes<Control> & {
  label: string;
  name: string;
  maxLength: number;
  /** Why its text was not accepted, at the last "Submit". */
  problem?: Problem | undefined;
  /** Checks the form as "Submit" does. Returns why this field's text is not accepted. */
  check?: (form: HTMLFormElement) => string | undefined;
  /** Follows "… is required." if nothing was typed. */
  missing?: string;
  hint?: string;
  /** Multi-line, with a character count. */
  isLong?: boolean | undefined;
  /** Finds a likely slip when the field is left. */
  findSlip?: (typed: string) => Slip | undefined;
  /** A button that may fill the field in, until what it holds is right. */
  remedy?: { label: string; find: (form: HTMLFormElement) => Slip };
};

/** A field's own handler, and the one that it is given. */
function beside<E>(own: (event: E) => void, given: ((event: E) => void) | undefined): (event: E) => void {
  return (event) => {
    own(event);
    given?.(event);
  };
}

/** For addresses: a keyboard must not change them. */
const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

export function Field(props: FieldProps) {
  const {
    label,
    problem,
    check,
    missing,
    hint,
    isLong = false,
    children,
    maxLength,
    findSlip,
    remedy,
    ...input
  } = props;
  const id = useId();
  const [length, setLength] = useState<number>();
  const control = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  const [slip, setSlip] = useState<Slip>();
  const [isRight, setIsRight] = useState(false);
  /** What is wrong, since "Submit" or since the field was left, until it is right. */
  const [message, setMessage] = useState<string>();
  const [submitted, setSubmitted] = useState<Problem>();
  if (problem !== submitted) {
    setSubmitted(problem);
    setMessage(problem?.message);
  }
  const checkAgain = useEffectEvent(() => {
    const { form, validity } = control.current ?? {};
    if (form && validity?.valid && !check?.(form)) setMessage(undefined);
  });
  useEffect(() => {
    const form = control.current?.form;
    if (message === undefined || !form) return;
    const ending = new AbortController();
    const { signal } = ending;
    // Another field may make this one right. Text that the app writes fires an event that does not bubble.
    form.addEventListener('input', () => checkAgain(), { signal, capture: true });
    form.addEventListener('reset', () => setMessage(undefined), { signal });
    return () => ending.abort();
  }, [message]);
  const count = () => {
    const { value = '', form } = control.current ?? {};
    setSlip(undefined);
    setLength(cleanText(value).length);
    if (form) setIsRight(check?.(form) === undefined);
  };
  // The visitor may have typed before hydration.
  const countTyped = useEffectEvent(count);
  useEffect(countTyped, []);
  // The server's html has no count, because it could not change without the app.
  const counted = isLong ? length !== undefined && fieldWords.counted(length, maxLength) : hint;
  const note = length !== undefined && length > maxLength ? tooLong(length, maxLength) : counted;
  const onBlur = () => {
    const show = () => {
      const { value = '', form } = control.current ?? {};
      setSlip(findSlip?.(value));
      // A field that was passed empty is not marked before "Submit".
      if (value !== '' && form) setMessage(check?.(form));
    };
    if (document.querySelector(':active') === null) return show();
    // A new line must not move the button that is being pressed. The blur of a tap comes after its `pointerup`.
    const released = new AbortController();
    const showOnce = () => {
      released.abort();
      requestAnimationFrame(show);
    };
    for (const event of ['pointerup', 'click']) addEventListener(event, showOnce, released);
  };
  const fillIn = (text: string) => {
    if (control.current === null) return;
    control.current.value = text;
    control.current.dispatchEvent(new InputEvent('input', { bubbles: true }));
    control.current.focus();
  };
  const applyRemedy = () => {
    const found = control.current?.form && remedy?.find(control.current.form);
    if (found?.value === undefined) setSlip(found ?? undefined);
    else fillIn(found.value);
  };
  /** The browser's own words do not say what to do, and its bubble would cover ours. */
  const onInvalid = (event: SyntheticEvent<Control>) => {
    event.preventDefault();
    const { form, parentElement } = event.currentTarget;
    flushSync(() => setMessage([requiredText(label), missing].filter(Boolean).join(' ')));
    if (form?.querySelector(':invalid:not(fieldset)') !== event.currentTarget) return;
    event.currentTarget.focus();
    parentElement?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  const field = {
    ...(input.inputMode && asTyped),
    ...input,
    id,
    className: message ? 'form-control is-invalid' : 'form-control',
    ref: control,
    onInputCapture: beside(count, input.onInputCapture),
    onBlur: beside(onBlur, input.onBlur),
    onInvalid: beside(onInvalid, input.onInvalid),
    'aria-invalid': message !== undefined,
    'aria-describedby':
      [message && `${id}-problem`, note && `${id}-note`].filter(Boolean).join(' ') || undefined,
  };
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {children ? (
        <select {...field}>{children}</select>
      ) : isLong ? (
        <textarea {...field} rows={5} />
      ) : (
        <input {...field} />
      )}
      {message && (
        <p className="invalid-feedback" id={`${id}-problem`}>
          {message}
        </p>
      )}
      {note && (
        <p className="form-text" id={`${id}-note`}>
          {note}
        </p>
      )}
      {remedy && !isRight && (
        <button
          type="button"
          className="btn btn-outline-primary mt-2 needs-script"
          disabled={input.readOnly}
          onClick={applyRemedy}
        >
          {remedy.label}
        </button>
      )}
      {(findSlip || remedy) && (
        <div role="status" className="form-text">
          {slip?.value === undefined ? (
            slip?.text
          ) : (
            <button
              type="button"
              className="btn btn-link p-0"
              disabled={input.readOnly}
              onClick={() => fillIn(slip.value ?? '')}
            >
              {slip.text}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

type FormEndProps = {
  problem: string;
  hint: string;
  doing: 'idle' | 'preparing' | 'sending';
  /** Nothing can be emptied before something is typed. */
  canEmpty: boolean;
  /** Submits without the file that "Submit" waits for. */
  sendWithout: () => void;
  words: { submit: string; privacy: string };
};

export function FormEnd(props: FormEndProps) {
  const { problem, hint, doing, canEmpty, sendWithout, words } = props;
  return (
    <>
      <FormError message={problem} />
      <Status>{hint}</Status>
      <div className="hstack flex-wrap gap-3">
        <button type="submit" className="btn btn-primary" disabled={doing !== 'idle'}>
          {doing !== 'idle' ? ui.busy : words.submit}
        </button>{' '}
        {doing === 'preparing' && (
          <button type="button" className="btn btn-outline-primary" onClick={sendWithout}>
            {fieldWords.sendWithout}
          </button>
        )}{' '}
        <SiteLink href={pages.privacy.path}>{words.privacy}</SiteLink>{' '}
        {canEmpty && (
          <button type="reset" className="btn btn-outline-primary" disabled={doing === 'sending'}>
            {fieldWords.empty}
          </button>
        )}
      </div>
    </>
  );
}

/** Hidden from people. */
export function Trap() {
  const ignored = { 'data-1p-ignore': true, 'data-bwignore': true, 'data-lpignore': true };
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {fieldWords.trap}
        <input name={trapField} type="text" tabIndex={-1} autoComplete="off" {...ignored} />
      </label>
    </div>
  );
}
