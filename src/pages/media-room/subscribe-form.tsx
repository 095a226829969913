import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

import { Field, FormError } from '#src/components/field.tsx';
import { Honeypot } from '#src/components/honeypot.tsx';
import { SiteLink } from '#src/components/site-link.tsx';
import { readTyped, restoreTyped } from '#src/components/typed-fields.ts';
import { useIsOpen } from '#src/components/use-is-open.ts';
import { useLoaded } from '#src/components/use-loaded.ts';
import { connectBase } from '#src/connect/connect-base.ts';
import type { Outcome } from '#src/connect/submit.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { flagOf, translateError } from '#src/contract/answer.ts';
import { chunk } from '#src/lib/chunk.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { leaveWhenAnswered } from '#src/state/connection.ts';
import { statusChunk } from '#src/status/status-chunk.ts';

import { keepForTab, keptForTab } from './kept-for-tab.ts';

const words = mediaRoom.newsletter;
const keptName = 'newsletter';

/** Whatever keeps, sends, lists and tells a subscription. Until it is here the browser itself sends the form. */
const subscribing = chunk(
  async () => (await Promise.all([import('./subscribing.ts'), statusChunk.load()]))[0],
);

/** The newsletter's form, with the dialog that says what came of it. */
export function SubscribeForm() {
  const form = useRef<HTMLFormElement>(null);
  const { value: code } = useLoaded(subscribing, true);
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
          <Honeypot />
          <FormError message={problem} />
          <div className="form-actions">
            <button type="submit" className="btn btn-primary" disabled={sending}>
              {sending ? words.submitting : words.submit}
            </button>
            <SiteLink href={pages.privacy.path}>{words.privacy}</SiteLink>
          </div>
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
  const isOpen = useIsOpen();
  const send = async (form: HTMLFormElement) => {
    const code = await subscribing.load().catch(() => undefined);
    if (code === undefined) {
      if (!(await leaveWhenAnswered(() => form.submit()))) setProblem(words.notSent);
      return;
    }
    const fields = Object.fromEntries(new FormData(form));
    const checked = code.validateSubscription(fields);
    if (!checked.ok) {
      setProblem(checked.problems[0]?.message ?? '');
      return;
    }
    const told = await code.submit('subscribe', { ...checked.value, ...flagOf(fields) }, '', isOpen);
    form.reset();
    keepForTab(keptName, {});
    setOutcome(told);
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

/** What is half typed outlives a reload, such as an update's. */
function useKeptTyping(form: RefObject<HTMLFormElement | null>): () => void {
  const keep = () => form.current && keepForTab(keptName, readTyped(form.current));
  useEffect(() => {
    if (form.current !== null) restoreTyped(form.current, keptForTab(keptName));
  }, [form]);
  return keep;
}
