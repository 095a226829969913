import { lazy, Suspense, useActionState, useState } from 'react';

import { ActionButton, FormError } from '#src/components/action-button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { CopyLink } from '#src/components/follow-link.tsx';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { ageText } from '#src/components/saved-copy.tsx';
import { follow as words } from '#src/content/follow.ts';
import * as ui from '#src/content/interface.ts';
import { machineDate, mediaDate } from '#src/lib/dates.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { removeHere } from '#src/outbox/page/followed.ts';
import { NewsSwitch } from '#src/outbox/page/news-switch.tsx';
import { useApplicationStatus, withdraw } from '#src/pages/application/application-status.ts';
import { connection } from '#src/state/connection.ts';

const FileList = lazy(() =>
  import('#src/outbox/page/file-list.tsx').then((module) => ({ default: module.FileList })),
);

/** Shows the current or last known status. */
export function FollowedApplication({ secret }: { secret: string }) {
  const { data, error, record, mutate } = useApplicationStatus(secret);
  const { online } = useProxyState(connection);
  const [isOpen, setIsOpen] = useState(false);
  const [message, act, isBusy] = useActionState(async (_: string, change: typeof withdraw) => {
    const done = change(secret).then(() => (change === withdraw ? words.withdrawn : ''));
    return done.catch(() => words.notDone);
  }, '');
  const button = { isBusy, variant: 'btn-outline-primary' };
  const remove = record && <ActionButton {...button} label={words.remove} act={() => act(removeHere)} />;
  // The worker may have stored a later one when a notification came.
  const status = [record?.status, data].filter((one) => one !== undefined).sort((a, b) => b.at - a.at)[0];
  if (message === words.withdrawn || status?.known === 'gone')
    return (
      <>
        <Notice>
          <p role="status">{message === words.withdrawn ? message : words.notFound}</p>
        </Notice>
        {remove}
      </>
    );
  if (status === undefined && error)
    return <LoadFailed error={error} words={words} onRetry={() => void mutate()} />;
  if (status === undefined) return <p role="status">{words.reading}</p>;
  const { state, note, createdAt, stateAt = createdAt, jobName = record?.about } = status.known;
  const isFresh = data !== undefined && error === undefined && online;
  return (
    <>
      <article className="card card-body gap-3 align-items-start">
        <h2>{jobName || words.unnamed}</h2>
        <div role="status" className="vstack gap-3 align-items-start">
          <p className="small text-body-secondary">
            <span className="badge">{words.states[state].name}</span>{' '}
            <time dateTime={machineDate(stateAt)}>{mediaDate(stateAt)}</time>
          </p>
          <p>{words.states[state].text}</p>
          {!isFresh && <p className="saved-copy">{`${ui.savedCopy}: ${ageText(Date.now() - status.at)}`}</p>}
        </div>
        {note !== undefined && (
          <section>
            <h3>{words.note}</h3>
            <blockquote>{note}</blockquote>
          </section>
        )}
      </article>
      {record?.files && (
        <Suspense>
          <FileList record={record} />
        </Suspense>
      )}
      <CopyLink secret={secret} />
      <NewsSwitch secret={secret} />
      <ActionButton {...button} label={words.withdraw} act={() => setIsOpen(true)} />
      {remove}
      {!isOpen && <FormError message={message} />}
      <Dialog open={isOpen} title={words.withdrawHeading} onClose={() => setIsOpen(false)} isStatic>
        <p>{words.withdrawQuestion}</p>
        <FormError message={isBusy ? '' : message} />
        <ActionButton label={words.withdrawYes} isBusy={isBusy} act={() => act(withdraw)} />
      </Dialog>
    </>
  );
}
