import { type FormEvent, useState } from 'react';

import { connectBase } from '#src/connect/connect-base.ts';
import type { Outcome } from '#src/connect/submit.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { honeypotField, translateError } from '#src/contract/answer.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { Field, FormError } from './field.tsx';
import { Honeypot } from './honeypot.tsx';
import { SiteLink } from './site-link.tsx';
import type { SubscribeThanks as Thanks } from './subscribe-thanks.tsx';
import { useIsOpen } from './use-is-open.ts';

const words = mediaRoom.newsletter;

/** The newsletter's form, with the dialog that says what came of it. */
export function SubscribeForm() {
  const { sending, problem, told, onSubmit, forget } = useSubscribing();
  return (
    <section className="section section-tint" aria-labelledby="newsletter">
      <div className="container split">
        <div className="section-head">
          <h2 id="newsletter">{words.heading}</h2>
          <p className="lead">{words.text}</p>
        </div>
        <form
          className="form"
          aria-labelledby="newsletter"
          action={connectBase + connectCalls.subscribe}
          method="post"
          onSubmit={onSubmit}
          onFocus={() => void loadSubscribing().catch(() => undefined)}
        >
          <Field label={words.name} name="name" autoComplete="name" maxLength={200} />
          <Field label={words.email} name="email" type="email" autoComplete="email" maxLength={200} />
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
      {told && <told.Thanks outcome={told.outcome} onClose={forget} />}
    </section>
  );
}

/** What the visitor is told; the dialog came with the code that sent the request. */
type Told = { outcome: Outcome | undefined; Thanks: typeof Thanks };

/** Whatever the answer, the fields are cleared and the outcome is there to be told. */
function useSubscribing() {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [told, setTold] = useState<Told>();
  const isOpen = useIsOpen();
  const send = async (form: HTMLFormElement) => {
    const { submit, validateSubscription, SubscribeThanks } = await loadSubscribing();
    const fields = Object.fromEntries(new FormData(form));
    const checked = validateSubscription(fields);
    if (!checked.ok) {
      setProblem(checked.problems[0]?.message ?? '');
      return;
    }
    const outcome = fields[honeypotField]
      ? sentToNobody
      : await submit('subscribe', checked.value, '', isOpen);
    form.reset();
    setTold({ outcome, Thanks: SubscribeThanks });
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
  const forget = () => setTold((last) => last && { ...last, outcome: undefined });
  return { sending, problem, told, onSubmit, forget };
}

/** What a robot is told. */
const sentToNobody: Outcome = { type: 'sent', message: '' };

/** Fetched when somebody begins to type. */
const loadSubscribing = () => import('./subscribing.ts');
