import { useId, useState } from 'react';

import { FormError } from '#src/components/action-button.tsx';
import { copyText } from '#src/components/copy-text.ts';
import { Deadline, timeText } from '#src/components/deadline.tsx';
import * as ui from '#src/content/interface.ts';
import { outboxWords as words } from '#src/content/outbox.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { controlsOf, payloadOf } from '#src/contract/forms.ts';
import { isTooOld } from '#src/outbox/due.ts';
import { submissionName } from '#src/outbox/page/submission-name.ts';
import { deleteRecord, sendRecord } from '#src/outbox/page/submit.ts';
import type { Submission, Why } from '#src/outbox/submission.ts';

type OutboxEntryProps = {
  record: Submission;
  onEdit: () => void;
};

export function OutboxEntry({ record, onEdit }: OutboxEntryProps) {
  const { id, at, state, why, fields } = record;
  const { name, email } = payloadOf(record.kind, fields);
  const headingId = useId();
  const [failure, setFailure] = useState('');
  const [note, setNote] = useState('');
  const isRefused = state === 'refused';
  const isBusy = state === 'sending';
  const button = (text: string, action: () => unknown, disabled = false) => {
    const onClick = async () => {
      setFailure('');
      try {
        await action();
      } catch (error) {
        setFailure(`${words.failed} ${String(error)}`);
      }
    };
    return (
      <button
        type="button"
        className="btn"
        aria-describedby={headingId}
        disabled={disabled}
        onClick={() => void onClick()}
      >
        {text}
      </button>
    );
  };
  return (
    <li className="vstack gap-2 py-3 border-top">
      <h3 id={headingId}>{submissionName(record)}</h3>
      <p>{`${[name, email].filter(Boolean).join(', ')}. ${words.since} ${timeText(at)}.`}</p>
      <p role="status">{isBusy ? ui.busy : !isRefused && waitingText(record)}</p>
      <Deadline closes={record.closes} />
      <FormError message={failure || (isRefused && why ? refusalText(why) : '')} />
      <div className="hstack flex-wrap gap-2">
        {button(words.sendNow, async () => (await sendRecord(record)) || onEdit(), isBusy)}
        {isRefused && button(words.edit, onEdit)}
        {button(words.delete, () => deleteRecord(id))}
        {button(words.copy, async () => setNote(await copyText(fieldLines(record))))}
        <span role="status" className="plain-text">
          {note}
        </span>
      </div>
      {why?.reason !== 'refused' && <p className="small text-body-secondary">{outcomeWords.earlierTry}</p>}
    </li>
  );
}

function waitingText(record: Submission): string {
  if (isTooOld(record, Date.now())) return outcomeWords.tooOld;
  return record.why?.reason === 'offline' ? outcomeWords.offline : outcomeWords.service;
}

function refusalText({ reason, message }: Why): string {
  return reason === 'refused' ? outcomeWords.refused(message) : message;
}

function fieldLines({ kind, fields }: Submission): string {
  return Object.entries(controlsOf(kind))
    .filter(([field]) => fields[field])
    .map(([field, { label }]) => `${label}: ${fields[field]}`)
    .join('\r\n');
}
