import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';

import { type Outcome, restoreDraft, submit } from '#src/connect/submit.ts';
import { applicationForm } from '#src/content/application-form.ts';
import { flagOf } from '#src/contract/answer.ts';
import { validateApplication } from '#src/contract/application.ts';
import type { Vacancy } from '#src/contract/vacancy.ts';
import { saveDraft } from '#src/state/drafts.ts';

const empty = { first_name: '', last_name: '', email: '', mobile: '', description: '', profile: '' };

type Fields = typeof empty;

/** The application form's state: fields with their draft, and the way to the server. */
export function useApplication(vacancy: Vacancy, onDone: (outcome: Outcome) => void) {
  const { fields, type } = useDraftedFields(vacancy._id);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const isOpen = useIsOpen();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const flag = flagOf(Object.fromEntries(new FormData(event.currentTarget)));
    const checked = validateApplication(asPayload(fields, vacancy._id));
    setProblem(checked.ok ? '' : (checked.problems[0]?.message ?? ''));
    if (!checked.ok) return;
    setSending(true);
    const outcome = await submit('apply', { ...checked.value, ...flag }, vacancy.name, isOpen);
    setSending(false);
    if (outcome.type === 'sent' || outcome.type === 'waiting') onDone(outcome);
    else
      setProblem(
        outcome.type === 'refused' ? outcome.message : `${outcome.message} ${applicationForm.notKept}`,
      );
  };
  return { fields, type, sending, problem, onSubmit };
}

/** Whether the form is still on the page, also asked after it is gone. */
function useIsOpen(): () => boolean {
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return () => open.current;
}

function asPayload({ first_name, last_name, ...others }: Fields, job: string) {
  return { ...others, name: `${first_name.trim()} ${last_name.trim()}`, job };
}

function useDraftedFields(job: string) {
  const [fields, setFields] = useState(empty);
  useEffect(() => {
    restoreDraft(job).then(
      // What the applicant has begun to type meanwhile counts more.
      (draft) => draft && setFields((typed) => (typed === empty ? { ...empty, ...draft } : typed)),
      (error: unknown) => console.warn('The draft cannot be restored.', error),
    );
  }, [job]);
  const type = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const typed = { ...fields, [target.name]: target.value };
    setFields(typed);
    saveDraft(job, typed);
  };
  return { fields, type };
}
