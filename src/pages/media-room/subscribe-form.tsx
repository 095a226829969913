import { useState } from 'react';

import { MessageDialog } from '#src/components/dialog.tsx';
import { Field, FormEnd } from '#src/components/field.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import { emailSlip } from '#src/contract/slips.ts';
import type { Told } from '#src/outbox/page/told.ts';
import { useSubmission } from '#src/outbox/page/use-submission.ts';

const words = mediaRoom.newsletter;
const about = { kind: 'subscribe', job: '', about: '' } as const;

export function SubscribeForm() {
  const [outcome, setOutcome] = useState<Told>();
  const { form, end, field } = useSubmission(about, setOutcome);
  return (
    <section className="section section-tint" aria-labelledby="newsletter">
      <div className="container split">
        <div className="section-head">
          <h2 id="newsletter">{words.heading}</h2>
          <p className="lead">{words.text}</p>
        </div>
        <form className="vstack gap-3" aria-labelledby="newsletter" {...form}>
          <Field autoComplete="name" {...field('name')} />
          <Field inputMode="email" autoComplete="email" findSlip={emailSlip} {...field('email')} />
          <FormEnd {...end} words={words} />
        </form>
      </div>
      <MessageDialog message={outcome} onClose={() => setOutcome(undefined)} />
    </section>
  );
}
