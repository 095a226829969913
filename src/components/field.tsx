import {
  type InputHTMLAttributes,
  type RefObject,
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
import { cleanText, type Problem } from '#src/contract/validation.ts';
import { pages } from '#src/paths.ts';
import { excessText } from '#src/words/form-errors.ts';

import { FormError } from './action-button.tsx';
import { SiteLink } from './link.tsx';
import { Status } from './status.tsx';

/** `children`: a select's options. */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type ControlElement = (HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement) | null;

type FieldProps = InputHTMLAttributes<Control> & {
  label: string;
  name: string;
  maxLength: number;
  /** Why its text was not accepted, at the last "Submit". */
  problem?: Problem | undefined;
  /** Checks the form as "Submit" does. Returns why this field's text is not accepted. */
  check?: (form: HTMLFormElement) => string | undefined;
  /** What to do if nothing was typed. */
  needed?: string | undefined;
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
  const { label, problem, check, needed, hint: _, isLong, children, ...more } = props;
  const { maxLength: __, findSlip, remedy, ...input } = more;
  const id = useId();
  const control = useRef<ControlElement>(null);
  const [length, setLength] = useState<number>();
  const [slip, setSlip] = useState<Slip>();
  const [isRight, setIsRight] = useState(false);
  const [message, setMessage] = useMessage(control, problem, check);
  const count = () => {
    const { value = '', form } = control.current ?? {};
    setSlip(undefined);
    setLength(cleanText(value).length);
    if (form) setIsRight(check?.(form) === undefined);
  };
  // The visitor may have typed before hydration.
  const countTyped = useEffectEvent(count);
  useEffect(countTyped, []);
  const note = noteOf(length, props);
  const onLeft = () => {
    const { value = '', form } = control.current ?? {};
    setSlip(findSlip?.(value));
    // A field that was passed empty is not marked before "Submit".
    if (value !== '' && form) setMessage(check?.(form));
  };
  /** The browser's own words do not say what to do, and its bubble would cover ours. */
  const onInvalid = (event: SyntheticEvent<Control>) => {
    event.preventDefault();
    flushSync(() => setMessage(needed));
    showFirstInvalid(event.currentTarget);
  };
  const onRemedy = () => {
    const found = control.current?.form && remedy?.find(control.current.form);
    if (found?.value) fillIn(control.current, found.value);
    else setSlip(found ?? undefined);
  };
  const field = {
    ...(input.inputMode && asTyped),
    ...input,
    id,
    className: message ? 'form-control is-invalid' : 'form-control',
    ref: control,
    onInputCapture: beside(count, input.onInputCapture),
    onBlur: beside(() => afterPress(onLeft), input.onBlur),
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
      <Note className="invalid-feedback" id={`${id}-problem`} text={message} />
      <Note className="form-text" id={`${id}-note`} text={note} />
      {remedy && !isRight && (
        <button
          type="button"
          className="btn btn-outline-primary mt-2 needs-script"
          disabled={input.readOnly}
          onClick={onRemedy}
        >
          {remedy.label}
        </button>
      )}
      {(findSlip || remedy) && (
        <SlipHint slip={slip} disabled={input.readOnly} accept={(text) => fillIn(control.current, text)} />
      )}
    </div>
  );
}

/** What is wrong, since "Submit" or since the field was left, until it is right. */
function useMessage(
  control: RefObject<ControlElement>,
  problem: FieldProps['problem'],
  check: FieldProps['check'],
) {
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
  }, [message, control]);
  return [message, setMessage] as const;
}

/** The server's html has no count, because it could not change without the app. */
function noteOf(length: number | undefined, { isLong, maxLength, hint }: FieldProps) {
  if (length !== undefined && length > maxLength) return excessText(length, maxLength);
  return isLong ? length !== undefined && fieldWords.counted(length, maxLength) : hint;
}

/** A new line must not move the button that is being pressed. The blur of a tap comes after its `pointerup`. */
function afterPress(show: () => void): void {
  if (document.querySelector(':active') === null) {
    show();
    return;
  }
  const released = new AbortController();
  const showOnce = () => {
    released.abort();
    requestAnimationFrame(show);
  };
  for (const event of ['pointerup', 'click']) addEventListener(event, showOnce, released);
}

function showFirstInvalid(control: Control): void {
  if (control.form?.querySelector(':invalid:not(fieldset)') !== control) return;
  control.focus();
  control.parentElement?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

/** Whoever stores the text is told, as by a key. */
function fillIn(control: Control | null, text: string): void {
  if (control === null) return;
  control.value = text;
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
  control.focus();
}

function Note({ text, ...place }: { text: string | false | undefined; className: string; id: string }) {
  return text && <p {...place}>{text}</p>;
}

type SlipHintProps = {
  slip: Slip | undefined;
  disabled: boolean | undefined;
  accept: (text: string) => void;
};

function SlipHint({ slip: { text, value } = { text: '' }, disabled, accept }: SlipHintProps) {
  return (
    <div role="status" className="form-text">
      {value === undefined ? (
        text
      ) : (
        <button type="button" className="btn btn-link p-0" disabled={disabled} onClick={() => accept(value)}>
          {text}
        </button>
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
