import {
  type InputHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

import { honeypotField } from '#src/contract/answer.ts';
import type { Problem } from '#src/contract/validation.ts';
import { pages } from '#src/paths.ts';

import { SiteLink } from './link.tsx';

type About = { label: string; name: string; problems?: Problem[] };

function control(id: string, problem: string | undefined) {
  return {
    id,
    className: problem === undefined ? 'form-control' : 'form-control is-invalid',
    'aria-invalid': problem !== undefined,
  };
}

function problemOf({ name, problems = [] }: About): string | undefined {
  return problems.find(({ field }) => field === name)?.message;
}

/** A labelled line of a form, with its problem below it; required unless told otherwise. */
export function Field(props: InputHTMLAttributes<HTMLInputElement> & About) {
  const { label, problems: _, required = true, ...input } = props;
  const id = useId();
  const problem = problemOf(props);
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...control(id, problem)}
        aria-describedby={problem && `${id}-problem`}
        required={required}
        {...input}
      />
      <FieldProblem id={`${id}-problem`} problem={problem} />
    </div>
  );
}

/** A labelled field of several lines with a live count of what is typed. */
export function TextField(props: TextareaHTMLAttributes<HTMLTextAreaElement> & About) {
  const { label, problems: _, required = true, ...area } = props;
  const id = useId();
  const element = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  const count = () => setLength(element.current?.value.length ?? 0);
  // Somebody may have typed before the app was here.
  useEffect(count, []);
  const problem = problemOf(props);
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...control(id, problem)}
        ref={element}
        rows={5}
        required={required}
        aria-describedby={problem ? `${id}-problem ${id}-count` : `${id}-count`}
        onInput={count}
        {...area}
      />
      <FieldProblem id={`${id}-problem`} problem={problem} />
      <p className="form-text" id={`${id}-count`}>
        {length} of {area.maxLength} characters
      </p>
    </div>
  );
}

function FieldProblem({ id, problem }: { id: string; problem: string | undefined }) {
  return (
    problem !== undefined && (
      <p className="invalid-feedback" id={id}>
        {problem}
      </p>
    )
  );
}

/** What a form was refused for; screen readers say it at once. */
export function FormError({ message }: { message: string }) {
  return (
    message !== '' && (
      <p className="alert alert-danger" role="alert">
        {message}
      </p>
    )
  );
}

type FormEndProps = {
  problem: string;
  /** Stands below the problem. */
  hint: string;
  sending: boolean;
  words: { submit: string; submitting: string; privacy: string };
};

/** What stands below the fields of a form: why it was refused, its button, and what is kept of a visitor. */
export function FormEnd({ problem, hint, sending, words }: FormEndProps) {
  return (
    <>
      <Honeypot />
      <FormError message={problem} />
      {hint !== '' && <p role="status">{hint}</p>}
      <div className="hstack flex-wrap gap-3">
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
  const ignored = { 'data-1p-ignore': true, 'data-bwignore': true, 'data-lpignore': true };
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Leave this empty
        <input name={honeypotField} type="text" tabIndex={-1} autoComplete="off" {...ignored} />
      </label>
    </div>
  );
}
