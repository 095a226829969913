import { startTransition, useActionState, useId } from 'react';

import { deleteRecord, sendRecord } from '#src/api/submit.ts';
import { outboxWords as words } from '#src/content/outbox.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { isTooOld, type Submission } from '#src/outbox/submission.ts';

import { CopyText } from './copy-text.tsx';
import { FormError } from './field.tsx';

type OutboxEntryProps = {
  record: Submission;
  /** Opens the form on it. */
  onEdit: () => void;
};

/** One submission that waits or that the server objected to, and what can be done about it. */
export function OutboxEntry({ record, onEdit }: OutboxEntryProps) {
  const { id, at, state, why, fields } = record;
  const headingId = useId();
  const [failure, act] = useActionState(attempt, '');
  const isRefused = state === 'refused';
  const isBusy = state === 'sending';
  const press = (action: () => Promise<unknown>) => () => startTransition(() => act(action));
  const button = { type: 'button', className: 'btn', 'aria-describedby': headingId } as const;
  return (
    <li className="vstack gap-2 py-3 border-top">
      <h3 id={headingId}>{submissionName(record)}</h3>
      <p>
        {[fields.name, fields.first_name, fields.last_name].filter(Boolean).join(' ')}, {fields.email}.{' '}
        {words.since} {momentText(at)}.
      </p>
      <p role="status">{isBusy ? words.sending : !isRefused && waitingText(record)}</p>
      <FormError message={failure || (isRefused ? objection(why) : '')} />
      <div className="hstack flex-wrap gap-2">
        <button
          {...button}
          disabled={isBusy}
          onClick={press(async () => {
            if (!(await sendRecord(record))) onEdit();
          })}
        >
          {words.sendNow}
        </button>
        {isRefused && (
          <button {...button} onClick={onEdit}>
            {words.edit}
          </button>
        )}
        <button {...button} onClick={press(() => deleteRecord(id))}>
          {words.delete}
        </button>
      </div>
      {why?.reason !== 'refused' && <p className="small text-body-secondary">{outcomeWords.earlierTry}</p>}
      <CopyText text={() => fieldLines(fields)} words={words} />
    </li>
  );
}

/** What the device refused, in words. */
async function attempt(_: string, action: () => Promise<unknown>): Promise<string> {
  try {
    await action();
    return '';
  } catch (error) {
    return `${words.failed} ${String(error)}`;
  }
}

function waitingText(record: Submission): string {
  if (isTooOld(record, Date.now())) return outcomeWords.tooOld;
  return record.why?.reason === 'offline' ? outcomeWords.offline : outcomeWords.service;
}

function objection(why: Submission['why']): string {
  return why?.reason === 'refused' ? outcomeWords.refused(why.message) : (why?.message ?? '');
}

function fieldLines(fields: Submission['fields']): string {
  return Object.entries(words.fields)
    .filter(([field]) => fields[field])
    .map(([field, label]) => `${label}: ${fields[field]}`)
    .join('\r\n');
}

/** `21 March at 14:05`, in Lusaka wherever the device is. */
export function momentText(time: number): string {
  // Made when it is needed: at the start of every page it took 20 ms and more.
  const day = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...day, timeZone: 'Africa/Lusaka' }).format(time);
}

/** `Application: Firmware Engineer`, or `Newsletter subscription`. */
export function submissionName({ kind, about }: Pick<Submission, 'kind' | 'about'>): string {
  return kind === 'apply' ? `${words.application}: ${about}` : words.subscription;
}
