import { lazy, Suspense, useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';

import { ActionButton, FormError } from '#src/components/action-button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { CopyLink } from '#src/components/follow-link.tsx';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { ageText } from '#src/components/saved-copy.tsx';
import { Status } from '#src/components/status.tsx';
import { follow as words } from '#src/content/follow.ts';
import * as ui from '#src/content/interface.ts';
import { machineDate, mediaDate, workingDayAfter } from '#src/lib/dates.ts';
import { usePress } from '#src/lib/use-press.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { isAttaching } from '#src/outbox/attachments.ts';
import { AlertsSwitch } from '#src/outbox/page/alerts-switch.tsx';
import { submissions } from '#src/outbox/page/submissions.ts';
import { startOutbox } from '#src/outbox/page/triggers.ts';
import type { Submission } from '#src/outbox/submission.ts';
import { removeHere, useApplicationStatus, withdraw } from '#src/pages/application/application-status.ts';
import { followPath, pages } from '#src/paths.ts';
import { connection } from '#src/state/connection.ts';
import * as promises from '#src/words/promises.ts';

import { Reading } from './reading.tsx';

const FileList = lazy(() =>
  import('#src/outbox/page/file-list.tsx').then((module) => ({ default: module.FileList })),
);

/** Looks the address up among the records on this device; otherwise it is a secret. */
export function FollowedApplication({ address }: { address: string }) {
  useEffect(startOutbox, []);
  const { all, isRead } = useProxyState(submissions);
  const record = all.find(({ id, secret }) => id === address || secret === address);
  // Stays the same once the record is removed.
  const [kept, setKept] = useState(record?.secret);
  if (record && record.secret !== kept) setKept(record.secret);
  const secret = kept ?? (isRead ? address : undefined);
  const isReplaced = record !== undefined && record.id !== address;
  useEffect(() => {
    if (isReplaced) navigate(followPath(record.id), { replace: true });
  });
  if (secret === undefined) return <Reading />;
  return <ApplicationCard secret={secret} record={record} />;
}

/** Shows the current or last known status. */
function ApplicationCard({ secret, record }: { secret: string; record: Submission | undefined }) {
  const { data, error, mutate } = useApplicationStatus(secret);
  const { online } = useProxyState(connection);
  const [isOpen, setIsOpen] = useState(false);
  const { message, press, isBusy } = usePress(async (ended: 'removed' | 'withdrawn') => {
    try {
      await (ended === 'removed' ? removeHere : withdraw)(secret);
    } catch {
      return ended === 'removed' ? words.notRemoved : words.notDone;
    }
    // Leave the address, which shows nothing any more.
    navigate(pages.application.path, { replace: true, state: { ended } });
    return '';
  });
  const button = { isBusy, variant: 'btn-outline-primary' };
  const remove = record && (
    <ActionButton {...button} label={words.remove} act={() => void press('removed')} />
  );
  // The worker may have stored a later one when a notification came.
  const status = [record?.status, data].filter((one) => one !== undefined).sort((a, b) => b.at - a.at)[0];
  if (status?.known === 'gone')
    return (
      <>
        <Notice>
          <Status>{words.notFound}</Status>
        </Notice>
        {remove}
        <FormError message={message} />
      </>
    );
  if (status === undefined && error)
    return <LoadFailed error={error} words={words} onRetry={() => void mutate()} />;
  if (status === undefined) return <Reading />;
  const { state, note, createdAt, stateAt = createdAt, jobName = record?.about } = status.known;
  const isFresh = data !== undefined && error === undefined && online;
  return (
    <>
      <article className="card card-body gap-3 align-items-start">
        <h2>{jobName || words.unnamed}</h2>
        <Status className="vstack gap-3 align-items-start">
          <p className="small text-body-secondary">
            <span className="badge">{words.states[state].name}</span>{' '}
            <time dateTime={machineDate(stateAt)}>{mediaDate(stateAt)}</time>
          </p>
          <p>{words.states[state].text}</p>
          {note === undefined && state !== 'closed' && <AnswerBy received={createdAt} />}
          {!isFresh && <p className="saved-copy">{`${ui.savedCopy}: ${ageText(Date.now() - status.at)}`}</p>}
        </Status>
        {note !== undefined && (
          <section>
            <h3>{words.note}</h3>
            <blockquote>{note}</blockquote>
          </section>
        )}
      </article>
      <CopyLink secret={secret} />
      {record?.files && (
        <Suspense>
          <FileList record={record} />
        </Suspense>
      )}
      {record && <AlertsSwitch />}
      <details>
        <summary className="py-2">{words.more}</summary>
        <div className="vstack gap-3 align-items-start">
          <p>{words.copyWhy}</p>
          <ActionButton {...button} label={words.withdraw} act={() => setIsOpen(true)} />
          {record && isAttaching(record) && <p>{words.removeEndsFile}</p>}
          {remove}
        </div>
      </details>
      {!isOpen && <FormError message={message} />}
      <Dialog open={isOpen} title={words.withdrawHeading} onClose={() => setIsOpen(false)} isStatic>
        <p>{words.withdrawQuestion}</p>
        <FormError message={isBusy ? '' : message} />
        <ActionButton label={words.withdrawYes} isBusy={isBusy} act={() => void press('withdrawn')} />
      </Dialog>
    </>
  );
}

/** What we promise, until the day is over. */
function AnswerBy({ received }: { received: string }) {
  const day = workingDayAfter(received, promises.applicationDays);
  return day && day.end >= Date.now() && <p>{words.answerBy(day.text)}</p>;
}
