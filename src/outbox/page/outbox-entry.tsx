import { lazy, useId } from 'react';

import { FormError } from '#src/components/action-button.tsx';
import { Deadline, timeText } from '#src/components/deadline.tsx';
import { Later } from '#src/components/later.tsx';
import { Status } from '#src/components/status.tsx';
import { sendWithout } from '#src/content/field.ts';
import { outboxWords as words } from '#src/content/outbox.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { payloadOf } from '#src/contract/forms.ts';
import { usePress } from '#src/lib/use-press.ts';
import { endPreparing } from '#src/outbox/deliver.ts';
import { isTooOld } from '#src/outbox/due.ts';
import { changeRecord, sendRecord } from '#src/outbox/page/actions.ts';
import { whyText } from '#src/outbox/page/form-view.ts';
import { pageOutbox } from '#src/outbox/page/outbox.ts';
import { SubmissionAddress, SubmissionName } from '#src/outbox/page/submission-name.tsx';
import { deleted, edited, placeOf, type Submission, type Why } from '#src/outbox/submission.ts';

const FileList = lazy(() => import('./file-list.tsx').then((module) => ({ default: module.FileList })));

type OutboxEntryProps = {
  record: Submission;
  onEdit: () => void;
};

export function OutboxEntry({ record, onEdit }: OutboxEntryProps) {
  const { id, at, state, why, fields } = record;
  const { name } = payloadOf(record.kind, fields);
  const headingId = useId();
  const { message: failure, press } = usePress((action: () => Promise<unknown>) =>
    action().then(
      () => '',
      (error: unknown) => `${words.failed} ${String(error)}`,
    ),
  );
  const button = (text: string, action: () => Promise<unknown>, look = 'btn-outline-primary') => (
    <button
      type="button"
      className={`btn ${look}`}
      aria-describedby={headingId}
      onClick={() => void press(action)}
    >
      {text}
    </button>
  );
  const place = placeOf(record);
  const isThere = place === 'there';
  const isRefused = state === 'refused';
  return (
    <li className="vstack gap-2 py-3 border-top">
      <h3 id={headingId}>
        <SubmissionName record={record} />
      </h3>
      <p>
        {isThere ? (
          words.delivered
        ) : (
          <>
            <bdi>{name}</bdi>
            <span>{`. ${words.since} ${timeText(at)}.`}</span>
          </>
        )}
      </p>
      <SubmissionAddress record={record} />
      {!isThere && <Status>{!isRefused && stateText(record)}</Status>}
      {!isThere && !isRefused && <Deadline record={record} />}
      {record.files && (
        <Later>
          <FileList record={record} />
        </Later>
      )}
      <FormError message={failure || (isRefused && why ? refusalText(why) : '')} />
      {!isThere && state !== 'sending' && (
        <div className="hstack flex-wrap gap-2">
          {state === 'preparing' ? (
            button(sendWithout, () => endPreparing(pageOutbox(), id))
          ) : (
            <>
              {button(words.sendNow, async () => (await sendRecord(record)) || onEdit(), 'btn-primary')}
              {button(words.edit, () => changeRecord(id, edited).then(onEdit))}
            </>
          )}
          {button(words.delete, () => changeRecord(id, deleted))}
        </div>
      )}
      {(place === 'on-its-way' || place === 'perhaps-there') && (
        <p className="small text-body-secondary">{outcomeWords.earlierTry}</p>
      )}
    </li>
  );
}

function stateText(record: Submission): string {
  if (record.state === 'sending') return words.sending;
  if (record.state === 'preparing') return words.preparing;
  if (isTooOld(record, Date.now())) return outcomeWords.tooOld;
  return `${outcomeWords.it} ${outcomeWords[record.why?.reason === 'offline' ? 'offline' : 'service']}`;
}

function refusalText(why: Why): string {
  return why.reason === 'refused' ? outcomeWords.refused(why.message) : whyText(why);
}
