import { startTransition, useActionState, useState } from 'react';

import { removeHere, useApplicationStatus, withdraw } from '#src/api/application-status.ts';
import { Dialog } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/field.tsx';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { ageText } from '#src/components/saved-copy.tsx';
import { follow } from '#src/content/follow.ts';
import { shell } from '#src/content/interface.ts';
import type { ApplicationStatus } from '#src/contract/application-status.ts';
import { machineDate, mediaDate } from '#src/lib/dates.ts';
import { connection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

/** One application: what the service says of it, or what this device heard last. */
export function FollowedApplication({ secret }: { secret: string }) {
  const { data, error, record, mutate } = useApplicationStatus(secret);
  const { online } = useProxyState(connection);
  const [isWithdrawn, setIsWithdrawn] = useState(false);
  const status = data ?? record?.status;
  if (isWithdrawn)
    return (
      <Notice>
        <p role="status">{follow.withdrawn}</p>
      </Notice>
    );
  if (status === undefined)
    return error ? (
      <LoadFailed error={error} words={follow} onRetry={() => void mutate()} />
    ) : (
      <p role="status">{follow.reading}</p>
    );
  const { known, at } = status;
  const isFresh = data !== undefined && error === undefined && online;
  return (
    <>
      {known === 'gone' ? (
        <Notice>
          <p role="alert">{follow.notFound}</p>
        </Notice>
      ) : (
        <>
          <StatusCard
            status={known}
            name={known.jobName ?? record?.about}
            savedAt={isFresh ? undefined : at}
          />
          <Withdraw secret={secret} onDone={() => setIsWithdrawn(true)} />
        </>
      )}
      {record && <Remove secret={secret} />}
    </>
  );
}

type StatusCardProps = { status: ApplicationStatus; name: string | undefined; savedAt: number | undefined };

function StatusCard({ status, name, savedAt }: StatusCardProps) {
  const { state, note, createdAt, stateAt = '' } = status;
  const since = mediaDate(stateAt);
  return (
    <article className="panel stack">
      <h2>{name || follow.unnamed}</h2>
      <div role="status" className="stack">
        <p className="meta">
          <span className="tag">{follow.states[state].name}</span>{' '}
          {since !== '' && <time dateTime={machineDate(stateAt)}>{since}</time>}
        </p>
        <p>{follow.states[state].text}</p>
        {savedAt !== undefined && (
          <p className="saved-copy">
            {shell.savedCopy}: {ageText(Date.now() - savedAt)}
          </p>
        )}
      </div>
      {note !== undefined && (
        <section>
          <h3>{follow.note}</h3>
          <blockquote>{note}</blockquote>
        </section>
      )}
      <p className="meta">
        {follow.received} <time dateTime={machineDate(createdAt)}>{mediaDate(createdAt)}</time>
      </p>
    </article>
  );
}

/** Takes the application back, after a second question. */
function Withdraw({ secret, onDone }: { secret: string; onDone: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, send, isUnderWay] = useActionState(async () => {
    try {
      await withdraw(secret);
      onDone();
      // What opened the dialog is gone.
      document.getElementById('main')?.focus({ preventScroll: true });
    } catch {
      return follow.withdrawFailed;
    }
    return '';
  }, '');
  const close = () => setIsAsking(false);
  return (
    <>
      <button type="button" className="btn" onClick={() => setIsAsking(true)}>
        {follow.withdraw}
      </button>
      <Dialog open={isAsking} title={follow.withdrawHeading} onClose={close} isStatic>
        <p>{follow.withdrawQuestion}</p>
        <FormError message={isUnderWay ? '' : problem} />
        <div className="row-wrap">
          <button
            type="button"
            className="btn btn-primary"
            disabled={isUnderWay}
            onClick={() => startTransition(send)}
          >
            {isUnderWay ? follow.withdrawing : follow.withdrawYes}
          </button>
          <button type="button" className="btn" disabled={isUnderWay} onClick={close}>
            {follow.withdrawNo}
          </button>
        </div>
      </Dialog>
    </>
  );
}

function Remove({ secret }: { secret: string }) {
  const [problem, remove] = useActionState(
    () =>
      removeHere(secret).then(
        () => '',
        () => follow.notChanged,
      ),
    '',
  );
  return (
    <>
      <button type="button" className="btn" onClick={() => startTransition(remove)}>
        {follow.remove}
      </button>
      <FormError message={problem} />
    </>
  );
}
