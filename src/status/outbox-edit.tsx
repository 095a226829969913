import { type ChangeEvent, type SubmitEvent, useEffect, useState } from 'react';

import { Field, FormError, TextField } from '#src/components/field.tsx';
import { outboxTold } from '#src/content/outcomes.ts';
import { outboxWords } from '#src/content/status.ts';
import { descriptionLimit, validateApplication } from '#src/contract/application.ts';
import { validateSubscription } from '#src/contract/subscription.ts';
import { loadDraft, saveDraft } from '#src/outbox/drafts.ts';
import type { OutboxEntry } from '#src/outbox/entry.ts';

import { entryName } from './entry-name.ts';
import { resendChanged } from './outbox-actions.ts';
import { OutboxCopy } from './outbox-copy.tsx';

type OutboxEditProps = {
  entry: OutboxEntry;
  /** The entry left the outbox while it was being edited. */
  isGone: boolean;
  onDone: () => void;
};

/** Lets the visitor correct what the server objected to, on whatever page, without a connection too. */
export function OutboxEdit({ entry, isGone, onDone }: OutboxEditProps) {
  const { fields, type } = useCorrection(entry);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const line = (name: keyof typeof outboxWords.fields) => ({
    label: outboxWords.fields[name],
    name,
    value: fields[name] ?? '',
    readOnly: sending,
    onChange: type,
  });

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const checked = entry.kind === 'apply' ? validateApplication(fields) : validateSubscription(fields);
    setProblem(checked.ok ? '' : checked.problems.map(({ message }) => message).join(' '));
    if (!checked.ok) return;
    setSending(true);
    try {
      if (await resendChanged(entry, { ...entry.payload, ...checked.value })) onDone();
      else setProblem(outboxTold['gone-while-edited']);
    } catch (error) {
      setProblem(`${outboxWords.failed} ${String(error)}`);
    }
    setSending(false);
  }

  return (
    <form className="outbox-edit" onSubmit={(event) => void send(event)}>
      <Field autoComplete="name" maxLength={200} {...line('name')} />
      <Field type="email" autoComplete="email" maxLength={200} {...line('email')} />
      {entry.kind === 'apply' && (
        <>
          <Field type="tel" autoComplete="tel" maxLength={40} {...line('mobile')} />
          <TextField maxLength={descriptionLimit} {...line('description')} />
          <Field type="url" maxLength={500} {...line('profile')} />
        </>
      )}
      <FormError message={isGone && !sending ? outboxTold['gone-while-edited'] : problem} />
      <button type="submit" className="btn btn-primary" disabled={sending || isGone}>
        {sending ? outboxWords.sending : outboxWords.saveAndSend}
      </button>
      <OutboxCopy name={entryName(entry)} payload={fields} />
    </form>
  );
}

/** The entry's fields as the visitor is changing them; what is typed survives a reload. */
function useCorrection({ id, payload }: OutboxEntry) {
  const [original] = useState<Record<string, string>>({ ...payload });
  const [fields, setFields] = useState(original);
  useEffect(() => {
    void loadDraft(id).then((draft) => {
      if (draft) setFields((typed) => (typed === original ? { ...original, ...draft.fields } : typed));
    });
  }, [id, original]);
  const type = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const typed = { ...fields, [target.name]: target.value };
    setFields(typed);
    saveDraft(id, typed);
  };
  return { fields, type };
}
