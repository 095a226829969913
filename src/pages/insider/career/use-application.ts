import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react';

import { useIsOpen } from '#src/components/use-is-open.ts';
import { type Outcome, restoreDraft, submit } from '#src/connect/submit.ts';
import { type Told, toldWhen } from '#src/content/told.ts';
import { honeypotField } from '#src/contract/answer.ts';
import { validateApplication } from '#src/contract/application.ts';
import type { Vacancy } from '#src/contract/vacancy.ts';
import { saveDraft } from '#src/state/drafts.ts';

const empty = { first_name: '', last_name: '', email: '', mobile: '', description: '', profile: '' };

type Fields = typeof empty;

/** The application form's state: fields with their draft, and the way to the server. */
export function useApplication(vacancy: Vacancy, onDone: (told: Told) => void) {
  const { fields, type } = useDraftedFields(vacancy._id);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const isOpen = useIsOpen();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isRobot = Boolean(new FormData(event.currentTarget).get(honeypotField));
    const checked = validateApplication(asPayload(fields, vacancy._id));
    setProblem(checked.ok ? '' : (checked.problems[0]?.message ?? ''));
    if (!checked.ok) return;
    setSending(true);
    const outcome = isRobot ? sentToNobody : await submit('apply', checked.value, vacancy.name, isOpen);
    setSending(false);
    const told = toldWhen.apply[outcome.type](vacancy.name, outcome.message);
    if (outcome.type === 'refused' || outcome.type === 'not-kept') setProblem(told.text);
    else onDone(told);
  };
  return { fields, type, sending, problem, onSubmit };
}

/** What a robot is told. */
const sentToNobody: Outcome = { type: 'sent', message: '' };

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
