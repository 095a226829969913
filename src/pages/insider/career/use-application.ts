import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

import { readTyped, restoreTyped } from '#src/components/typed-fields.ts';
import { useIsOpen } from '#src/components/use-is-open.ts';
import { restoreDraft, submit } from '#src/connect/submit.ts';
import { type Told, toldWhen } from '#src/content/told.ts';
import { flagOf } from '#src/contract/answer.ts';
import { validateApplication } from '#src/contract/application.ts';
import type { Vacancy } from '#src/contract/vacancy.ts';
import { saveDraft } from '#src/state/drafts.ts';

/** The application form's state: fields with their draft, and the way to the server. */
export function useApplication(vacancy: Vacancy, onDone: (told: Told) => void) {
  const form = useRef<HTMLFormElement>(null);
  const onInput = useDraft(form, vacancy._id);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const isOpen = useIsOpen();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const flag = flagOf(Object.fromEntries(new FormData(event.currentTarget)));
    const checked = validateApplication(asPayload(readTyped(event.currentTarget), vacancy._id));
    setProblem(checked.ok ? '' : (checked.problems[0]?.message ?? ''));
    if (!checked.ok) return;
    setSending(true);
    const outcome = await submit('apply', { ...checked.value, ...flag }, vacancy.name, isOpen);
    // Closed meanwhile: the outbox tells what came of it, not whatever is open now.
    if (!isOpen()) return;
    setSending(false);
    const told = toldWhen.apply[outcome.type](vacancy.name, outcome.message);
    if (outcome.type === 'refused' || outcome.type === 'not-kept') setProblem(told.text);
    else onDone(told);
  };
  return { form, sending, problem, onInput, onSubmit };
}

function asPayload({ first_name = '', last_name = '', ...others }: Record<string, string>, job: string) {
  return { ...others, name: `${first_name.trim()} ${last_name.trim()}`, job };
}

/** Brings back what was typed earlier; what it returns keeps what is typed now. */
function useDraft(form: RefObject<HTMLFormElement | null>, job: string): () => void {
  const keep = () => form.current && saveDraft(job, readTyped(form.current));
  useEffect(() => {
    const begin = (draft: Record<string, string> = {}) => {
      if (form.current === null) return;
      restoreTyped(form.current, draft);
      const typed = readTyped(form.current);
      // Typed before the app was here.
      if (Object.values(typed).some(Boolean)) saveDraft(job, typed);
    };
    restoreDraft(job).then(begin, (error: unknown) => console.warn('The draft cannot be restored.', error));
  }, [form, job]);
  return keep;
}
