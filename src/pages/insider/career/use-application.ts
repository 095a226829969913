import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

import { type RestoredDraft, restoreDraft, submit } from '#src/api/submit.ts';
import { readTyped, restoreTyped, takeBack } from '#src/components/typed-fields.ts';
import { useIsMounted } from '#src/components/use-is-mounted.ts';
import { type Message, outcomeMessages } from '#src/content/outcomes.ts';
import { type Flag, flagOf, translateError } from '#src/contract/answer.ts';
import { type Application, validateApplication } from '#src/contract/application.ts';
import type { Vacancy } from '#src/contract/vacancy.ts';
import { saveDraft } from '#src/outbox/drafts.ts';

/** The application form's state: fields with their draft, and the way to the server. */
export function useApplication(
  vacancy: Pick<Vacancy, '_id' | 'name'>,
  /** `secret`: by which it is followed. */
  onDone: (message: Message, secret: string | undefined) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const onInput = useDraft(form, vacancy);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const isOpen = useIsMounted();
  const send = async (payload: Application & Flag) => {
    const outcome = await submit('apply', payload, vacancy.name, isOpen);
    // Closed meanwhile: the outbox tells what came of it, not whatever is open now.
    if (!isOpen()) return;
    const message = outcomeMessages.apply[outcome.type](vacancy.name, outcome.message);
    if (outcome.type === 'refused' || outcome.type === 'not-kept') setProblem(message.text);
    else onDone(message, outcome.secret);
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const flag = flagOf(Object.fromEntries(new FormData(event.currentTarget)));
    const checked = validateApplication(asPayload(readTyped(event.currentTarget), vacancy._id));
    setProblem(checked.ok ? '' : (checked.problems[0]?.message ?? ''));
    if (!checked.ok) return;
    setSending(true);
    try {
      await send({ ...checked.value, ...flag });
    } catch (error) {
      console.warn('The application could not be sent.', error);
      setProblem(translateError(null, undefined));
    }
    setSending(false);
  };
  return { form, sending, problem, onInput, onSubmit };
}

function asPayload({ first_name = '', last_name = '', ...others }: Record<string, string>, job: string) {
  return { ...others, name: `${first_name.trim()} ${last_name.trim()}`, job };
}

/** Brings back what was typed earlier; what it returns keeps what is typed now. */
function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { _id: job, name }: Pick<Vacancy, '_id' | 'name'>,
): () => void {
  // Before the earlier draft is here, what is typed would take its place.
  const hasBegun = useRef(false);
  const keep = () => form.current && hasBegun.current && saveDraft(job, readTyped(form.current), name);
  useEffect(() => {
    const begin = ({ fields, isHandedOver }: RestoredDraft) => {
      if (form.current === null) return;
      if (isHandedOver) takeBack(form.current, fields);
      else restoreTyped(form.current, fields);
      hasBegun.current = true;
      const typed = readTyped(form.current);
      // Typed before the app was here.
      if (Object.values(typed).some(Boolean)) saveDraft(job, typed, name);
    };
    void restoreDraft(job).then(begin);
  }, [form, job, name]);
  return keep;
}
