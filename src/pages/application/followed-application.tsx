import { startTransition, useActionState, useState } from 'react';

import { removeHere, useApplicationStatus, withdraw } from '#src/api/application-status.ts';
import { Dialog } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/field.tsx';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { ageText } from '#src/components/saved-copy.tsx';
import { follow as words } from '#src/content/follow.ts';
import { shell } from '#src/content/interface.ts';
import type { ApplicationStatus } from '#src/contract/application-status.ts';
import { machineDate, mediaDate } from '#src/lib/dates.ts';
import { connection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

const actions = { withdraw, removeHere };
const failures = { withdraw: words.withdrawFailed, removeHere: words.notChanged };

/** One application: what the service says of it, or what this device heard last. */
export function FollowedApplication({ secret }: { secret: string }) {
  const { data, error, record, mutate } = useApplicationStatus(secret);
  const { online } = useProxyState(connection);
  const [isAsking, setIsAsking] = useState(false);
  const [ended, act, isBusy] = useActionState(async (_: string, name: keyof typeof actions) => {
    try {
      await actions[name](secret);
      if (name === 'removeHere') return '';
      // What was pressed is gone.
      document.getElementById('main')?.focus({ preventScroll: true });
      return words.withdrawn;
    } catch {
      return failures[name];
    }
  }, '');
  const press = (name: keyof typeof actions) => () => startTransition(() => act(name));
  const status = data ?? record?.status;
  if (ended === words.withdrawn) return <Said text={ended} />;
  if (status === undefined)
    return error ? (
      <LoadFailed error={error} words={words} onRetry={() => void mutate()} />
    ) : (
      <p role="status">{words.reading}</p>
    );
  const { known, at } = status;
  const isFresh = data !== undefined && error === undefined && online;
  return (
    <>
      {known === 'gone' ? (
        <Said text={words.notFound} />
      ) : (
        <>
          <StatusCard
            status={known}
            name={known.jobName ?? record?.about}
            savedAt={isFresh ? undefined : at}
          />
          <button type="button" className="btn btn-outline-primary" onClick={() => setIsAsking(true)}>
            {words.withdraw}
          </button>
        </>
      )}
      {record && (
        <button type="button" className="btn btn-outline-primary" onClick={press('removeHere')}>
          {words.remove}
        </button>
      )}
      {!isAsking && <FormError message={ended} />}
      <Dialog open={isAsking} title={words.withdrawHeading} onClose={() => setIsAsking(false)} isStatic>
        <p>{words.withdrawQuestion}</p>
        <FormError message={isBusy ? '' : ended} />
        <div className="hstack flex-wrap gap-2">
          <button type="button" className="btn btn-primary" disabled={isBusy} onClick={press('withdraw')}>
            {isBusy ? words.withdrawing : words.withdrawYes}
          </button>
          <button
            type="button"
            className="btn btn-outline-primary"
            disabled={isBusy}
            onClick={() => setIsAsking(false)}
          >
            {words.withdrawNo}
          </button>
        </div>
      </Dialog>
    </>
  );
}

function Said({ text }: { text: string }) {
  return (
    <Notice>
      <p role="alert">{text}</p>
    </Notice>
  );
}

type StatusCardProps = { status: ApplicationStatus; name: string | undefined; savedAt: number | undefined };

function StatusCard({ status, name, savedAt }: StatusCardProps) {
  const { state, note, createdAt, stateAt = createdAt } = status;
  return (
    <article className="card card-body gap-3 align-items-start">
      <h2>{name || words.unnamed}</h2>
      <div role="status" className="vstack gap-3 align-items-start">
        <p className="small text-body-secondary">
          <span className="badge">{words.states[state].name}</span>{' '}
          <time dateTime={machineDate(stateAt)}>{mediaDate(stateAt)}</time>
        </p>
        <p>{words.states[state].text}</p>
        {savedAt !== undefined && (
          <p className="saved-copy">
            {shell.savedCopy}: {ageText(Date.now() - savedAt)}
          </p>
        )}
      </div>
      {note !== undefined && (
        <section>
          <h3>{words.note}</h3>
          <blockquote>{note}</blockquote>
        </section>
      )}
    </article>
  );
}
