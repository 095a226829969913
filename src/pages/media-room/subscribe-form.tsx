import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

import { connectBase } from '#src/api/connect-base.ts';
import { Field, FormEnd } from '#src/components/field.tsx';
import { readTyped, restoreTyped } from '#src/components/typed-fields.ts';
import { useIsMounted } from '#src/components/use-is-mounted.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { translateError } from '#src/contract/answer.ts';
import { chunk, useLoaded } from '#src/lib/chunk.ts';
import type { Outcome } from '#src/outbox/first-attempt.ts';
import { connectCalls } from '#src/paths.ts';
import { statusChunk } from '#src/status/status-slot.tsx';

const words = mediaRoom.newsletter;
const storageKey = 'newsletter';

/** Whatever keeps, sends, lists and tells a subscription. Until it is here the browser itself sends the form. */
const sendingChunk = chunk(
  async () => (await Promise.all([import('./send-subscription.tsx'), statusChunk.load()]))[0],
);

/** The newsletter's form, with the dialog that says what came of it. */
export function SubscribeForm() {
  const form = useRef<HTMLFormElement>(null);
  const { value: code } = useLoaded(sendingChunk, true);
  const { sending, problem, outcome, onSubmit, forget } = useSubscribing();
  const keep = useKeptTyping(form);
  const line = (name: string) => ({ name, maxLength: 200, readOnly: sending });
  return (
    <section className="section section-tint" aria-labelledby="newsletter">
      <div className="container split">
        <div className="section-head">
          <h2 id="newsletter">{words.heading}</h2>
          <p className="lead">{words.text}</p>
        </div>
        <form
          ref={form}
          className="form"
          aria-labelledby="newsletter"
          action={connectBase + connectCalls.subscribe}
          method="post"
          onSubmit={onSubmit}
          onInput={keep}
        >
          <Field label={words.name} autoComplete="name" {...line('name')} />
          <Field label={words.email} type="email" autoComplete="email" {...line('email')} />
          <FormEnd problem={problem} sending={sending} words={words} />
        </form>
      </div>
      {code && <code.SubscribeThanks outcome={outcome} onClose={forget} />}
    </section>
  );
}

/** Whatever the answer, the fields are cleared and the outcome is there to be told. */
function useSubscribing() {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const isOpen = useIsMounted();

  const send = async (form: HTMLFormElement) => {
    const code = await sendingChunk.load().catch(() => undefined);
    if (code === undefined) {
      form.submit();
      return;
    }
    const answer = await code.sendSubscription(Object.fromEntries(new FormData(form)), isOpen);
    if ('problem' in answer) {
      setProblem(answer.problem);
      return;
    }
    form.reset();
    saveForTab({});
    setOutcome(answer.outcome);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSending(true);
    setProblem('');
    send(event.currentTarget)
      .catch((error: unknown) => {
        console.warn('The subscription could not be sent.', error);
        setProblem(translateError(null, undefined));
      })
      .finally(() => setSending(false));
  };

  return { sending, problem, outcome, onSubmit, forget: () => setOutcome(undefined) };
}

/** What is half typed outlives a reload, such as an update's; it is gone with the tab, because it names the visitor. */
function useKeptTyping(form: RefObject<HTMLFormElement | null>): () => void {
  useEffect(() => {
    if (form.current !== null) restoreTyped(form.current, loadForTab());
  }, [form]);
  return () => form.current && saveForTab(readTyped(form.current));
}

function loadForTab(): Record<string, string> {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') ?? {}) as Record<string, string>;
  } catch (error) {
    console.warn('Nothing is kept for this tab.', error);
    return {};
  }
}

function saveForTab(fields: Record<string, string>): void {
  try {
    if (Object.values(fields).some(Boolean)) sessionStorage.setItem(storageKey, JSON.stringify(fields));
    else sessionStorage.removeItem(storageKey);
  } catch (error) {
    console.warn('Nothing is kept for this tab.', error);
  }
}
