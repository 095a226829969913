import { type SubmitEvent, useState } from 'react';

import { outboxWords } from '#src/content/offline.ts';
import { descriptionLimit, validateApplication } from '#src/contract/application.ts';
import { validateSubscription } from '#src/contract/subscription.ts';
import type { OutboxEntry } from '#src/outbox/entry.ts';
import { resendChanged } from '#src/worker-bridge/outbox-actions.ts';

import { Field, FormError, TextField } from './field.tsx';

type OutboxEditProps = { entry: OutboxEntry; onSend: (sending: Promise<void>) => void };

/** Lets the visitor correct what the server objected to, on whatever page, without a connection too. */
export function OutboxEdit({ entry, onSend }: OutboxEditProps) {
  const { fields } = outboxWords;
  const application = entry.kind === 'apply' ? entry.payload : undefined;
  const [problem, setProblem] = useState('');

  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = { ...entry.payload, ...Object.fromEntries(new FormData(event.currentTarget)) };
    const checked = entry.kind === 'apply' ? validateApplication(typed) : validateSubscription(typed);
    if (checked.ok) onSend(resendChanged(entry, { ...entry.payload, ...checked.value }));
    else setProblem(checked.problems.map(({ message }) => message).join(' '));
  }

  return (
    <form className="outbox-edit" onSubmit={send}>
      <Field label={fields.name} name="name" autoComplete="name" defaultValue={entry.payload.name} />
      <Field
        label={fields.email}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={entry.payload.email}
      />
      {application && (
        <>
          <Field
            label={fields.mobile}
            name="mobile"
            type="tel"
            autoComplete="tel"
            defaultValue={application.mobile}
          />
          <TextField
            label={fields.description}
            name="description"
            maxLength={descriptionLimit}
            defaultValue={application.description}
          />
          <Field label={fields.profile} name="profile" type="url" defaultValue={application.profile} />
        </>
      )}
      <FormError message={problem} />
      <button type="submit" className="btn btn-primary">
        {outboxWords.saveAndSend}
      </button>
    </form>
  );
}
