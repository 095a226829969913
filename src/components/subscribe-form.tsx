import { type FormEvent, useState } from 'react';

import { connectBase } from '#src/connect/client.ts';
import type { Outcome } from '#src/connect/submit.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { honeypotField, translateError } from '#src/contract/answer.ts';
import { type Subscription, validateSubscription } from '#src/contract/subscription.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { Field, FormError } from './field.tsx';
import { Honeypot } from './honeypot.tsx';
import { SiteLink } from './site-link.tsx';
import { SubscribeThanks } from './subscribe-thanks.tsx';

const words = mediaRoom.newsletter;

/** The newsletter's form, with the dialog that says what came of it. */
export function SubscribeForm() {
  const { sending, problem, outcome, onSubmit, forget } = useSubscribing();
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
          onFocus={() => void loadSubmit().catch(() => undefined)}
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
      <SubscribeThanks outcome={outcome} onClose={forget} />
    </section>
  );
}

/** Whatever the answer, the fields are cleared and the outcome is there to be told. */
function useSubscribing() {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = Object.fromEntries(new FormData(form));
    const checked = validateSubscription(fields);
    setProblem(checked.ok ? '' : (checked.problems[0]?.message ?? ''));
    if (!checked.ok) return;
    setSending(true);
    const answer = fields[honeypotField] ? sentToNobody : await send(checked.value);
    setSending(false);
    form.reset();
    setOutcome(answer);
  };
  return { sending, problem, outcome, onSubmit, forget: () => setOutcome(undefined) };
}

/** What a robot is told. */
const sentToNobody: Outcome = { type: 'sent', message: '' };

/** The outbox behind it is fetched when somebody begins to type. */
const loadSubmit = () => import('#src/connect/submit.ts');

async function send(value: Subscription): Promise<Outcome> {
  try {
    const { submit } = await loadSubmit();
    return await submit('subscribe', value);
  } catch (error) {
    console.warn('The subscription could not be sent.', error);
    return { type: 'not-kept', message: translateError(null, undefined) };
  }
}
