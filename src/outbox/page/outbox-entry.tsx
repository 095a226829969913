import { lazy, Suspense, useId, useState } from 'react';

import { FormError } from '#src/components/action-button.tsx';
import { Deadline, timeText } from '#src/components/deadline.tsx';
import { ErrorBoundary } from '#src/components/error-boundary.tsx';
import { NotLoaded } from '#src/components/not-loaded.tsx';
import { Status } from '#src/components/status.tsx';
import { sendWithout } from '#src/content/field.ts';
import { outboxWords as words } from '#src/content/outbox.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { payloadOf } from '#src/contract/forms.ts';
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
  const [failure, setFailure] = useState('');
  const isRefused = state === 'refused';
  const button = (text: string, action: () => unknown, className = 'btn btn-outline-primary') => {
    const onClick = async () => {
      setFailure('');
      try {
        await action();
      } catch (error) {
        setFailure(`${words.failed} ${String(error)}`);
      }
    };
    return (
      <button type="button" className={className} aria-describedby={headingId} onClick={() => void onClick()}>
        {text}
      </button>
    );
  };
  const heading = (
    <h3 id={headingId}>
      <SubmissionName record={record} />
    </h3>
  );
  const list = record.files && (
    <ErrorBoundary fallback={<NotLoaded />}>
      <Suspense>
        <FileList record={record} />
      </Suspense>
    </ErrorBoundary>
  );
  const place = placeOf(record);
  if (place === 'there')
    return (
      <li className="vstack gap-2 py-3 border-top">
        {heading}
        <p>{words.delivered}</p>
        <SubmissionAddress record={record} />
        {list}
      </li>
    );
  return (
    <li className="vstack gap-2 py-3 border-top">
      {heading}
      <p>
        <bdi>{name}</bdi>
        <span>{`. ${words.since} ${timeText(at)}.`}</span>
      </p>
      <SubmissionAddress record={record} />
      <Status>{!isRefused && stateText(record)}</Status>
      {!isRefused && <Deadline record={record} />}
      {list}
      <FormError message={failure || (isRefused && why ? refusalText(why) : '')} />
      {state !== 'sending' && (
        <div className="hstack flex-wrap gap-2">
          {state === 'preparing' ? (
            button(sendWithout, () => endPreparing(pageOutbox(), id))
          ) : (
            <>
              {button(words.sendNow, async () => (await sendRecord(record)) || onEdit(), 'btn btn-primary')}
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
