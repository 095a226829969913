import {
  type InputHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

import { honeypotField } from '#src/contract/answer.ts';
import { pages } from '#src/paths.ts';

import { SiteLink } from './link.tsx';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; name: string };

/** A labelled line of a form; required unless told otherwise. */
export function Field({ label, required = true, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <input id={id} className="form-control" required={required} {...input} />
    </div>
  );
}

type TextFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string;
  name: string;
  maxLength: number;
};

/** A labelled field of several lines with a live count of what is typed. */
export function TextField({ label, required = true, ...area }: TextFieldProps) {
  const id = useId();
  const element = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(String(area.defaultValue ?? '').length);
  const count = () => setLength(element.current?.value.length ?? 0);
  // Somebody may have typed before the app was here; or what was typed earlier is put back.
  useEffect(count);
  return (
    <div className="field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={element}
        id={id}
        className="form-control"
        rows={5}
        required={required}
        aria-describedby={`${id}-count`}
        onInput={count}
        {...area}
      />
      <p className="form-text" id={`${id}-count`}>
        {length} of {area.maxLength} characters
      </p>
    </div>
  );
}

/** What a form was refused for; screen readers say it at once. */
export function FormError({ message }: { message: string }) {
  return message === '' ? null : (
    <p className="alert alert-danger" role="alert">
      {message}
    </p>
  );
}

type FormEndProps = {
  problem: string;
  sending: boolean;
  words: { submit: string; submitting: string; privacy: string };
};

/** What stands below the fields of a form: why it was refused, its button, and what is kept of a visitor. */
export function FormEnd({ problem, sending, words }: FormEndProps) {
  return (
    <>
      <Honeypot />
      <FormError message={problem} />
      <div className="form-actions">
        <button type="submit" className="btn btn-primary" disabled={sending}>
          {sending ? words.submitting : words.submit}
        </button>
        <SiteLink href={pages.privacy.path}>{words.privacy}</SiteLink>
      </div>
    </>
  );
}

/** A field that people neither see nor reach; what is written into it marks the request. */
function Honeypot() {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Leave this empty
        <input
          name={honeypotField}
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          defaultValue=""
        />
      </label>
    </div>
  );
}
