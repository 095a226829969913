import { useState } from 'react';

import { connectBase } from '#src/api/connect-base.ts';
import { MessageDialog } from '#src/components/dialog.tsx';
import { Field, FormEnd } from '#src/components/field.tsx';
import { useSubmission } from '#src/components/use-submission.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { type Outcome, outcomeMessage } from '#src/content/outcomes.ts';
import { connectCalls } from '#src/paths.ts';

const words = mediaRoom.newsletter;
const about = { kind: 'subscribe', job: '', about: '' } as const;

export function SubscribeForm() {
  const [outcome, setOutcome] = useState<Outcome>();
  const {
    form,
    sending,
    problems,
    problem,
    hint,
    discard: _,
    ...handlers
  } = useSubmission(about, setOutcome);
  const line = (name: string) => ({ name, maxLength: 200, readOnly: sending, problems });
  return (
    <section className="section section-tint" aria-labelledby="newsletter">
      <div className="container split">
        <div className="section-head">
          <h2 id="newsletter">{words.heading}</h2>
          <p className="lead">{words.text}</p>
        </div>
        <form
          ref={form}
          className="vstack gap-3"
          aria-labelledby="newsletter"
          action={connectBase + connectCalls.subscribe}
          method="post"
          {...handlers}
        >
          <Field label={words.name} autoComplete="name" {...line('name')} />
          <Field label={words.email} type="email" autoComplete="email" {...line('email')} />
          <FormEnd problem={problem} hint={hint} sending={sending} words={words} />
        </form>
      </div>
      <MessageDialog
        message={outcome && outcomeMessage('subscribe', '', outcome)}
        onClose={() => setOutcome(undefined)}
      />
    </section>
  );
}
