import { useEffect, useState } from 'react';

import { useApplicationStatus } from '#src/api/application-status.ts';
import { CopyText } from '#src/components/copy-text.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { follow } from '#src/content/follow.ts';
import { followPath, pages } from '#src/paths.ts';
import { connection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { KeepHere } from './keep-here.tsx';
import { StatusCard } from './status-card.tsx';
import { Withdraw } from './withdraw.tsx';

/** One application: what the service says of it, or what this device heard last. */
export function FollowedApplication({ secret }: { secret: string }) {
  const { data, error, kept, isKept, mutate } = useApplicationStatus(secret);
  const { online } = useProxyState(connection);
  const known = data ?? kept?.known;
  const isOld = useIsOld(known === 'gone' ? undefined : known?.at);
  const [isWithdrawn, setIsWithdrawn] = useState(false);
  const onWithdrawn = () => {
    setIsWithdrawn(true);
    // What opened the dialog is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  if (isWithdrawn)
    return (
      <div role="status">
        <Notice>
          <p>{follow.withdrawn}</p>
        </Notice>
      </div>
    );
  if (known === 'gone') return <Gone secret={secret} isKept={isKept === true} />;
  if (known === undefined)
    return error === undefined ? (
      <p role="status">{follow.reading}</p>
    ) : (
      <LoadFailed error={error} words={follow} onRetry={() => void mutate()} />
    );
  const isFresh = data !== undefined && error === undefined && online && !isOld;
  return (
    <>
      <StatusCard status={known.status} about={kept?.about ?? ''} savedAt={isFresh ? undefined : known.at} />
      <CopyText text={() => new URL(followPath(secret), location.href).href} words={follow} />
      {isKept !== undefined && (
        <KeepHere followed={{ secret, about: known.status.jobName ?? '', known }} isKept={isKept} canKeep />
      )}
      <Withdraw secret={secret} onDone={onWithdrawn} />
      <SiteLink href={pages.saved.path}>{pages.saved.title}</SiteLink>
    </>
  );
}

const fewMinutes = 5 * 60_000;

/** Whether what was heard at `at` has stood here for some minutes. */
function useIsOld(at: number | undefined): boolean {
  const [old, setOld] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setOld(at), fewMinutes);
    return () => clearTimeout(timer);
  }, [at]);
  return old !== undefined && old === at;
}

/** Withdrawn, deleted, or never there: nobody can tell these apart. */
function Gone({ secret, isKept }: { secret: string; isKept: boolean }) {
  return (
    <>
      <Notice>
        <p role="alert">{follow.notFound}</p>
      </Notice>
      <KeepHere followed={{ secret, about: '' }} isKept={isKept} />
    </>
  );
}
