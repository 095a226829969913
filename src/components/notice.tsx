import type { ReactNode } from 'react';

import type { ConnectError } from '#src/api/client.ts';
import { type Read, useOutdated } from '#src/api/hooks.ts';
import * as ui from '#src/content/interface.ts';
import { translateError } from '#src/contract/response.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { connection } from '#src/state/connection.ts';

import { Icon } from './icon.tsx';
import { SiteLink } from './link.tsx';
import { Skeleton } from './skeleton.tsx';

export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="alert border hstack flex-wrap gap-3">
      <Icon name="info" />
      {children}
    </div>
  );
}

type LoadFailedProps = {
  /** Undefined if saved data could not be refreshed. */
  error: ConnectError | undefined;
  onRetry: () => void;
  /** Advice if the service has a problem (`failed`) or the device is offline (`neverLoaded`). */
  words: { failed: string; neverLoaded: string };
};

export function LoadFailed({ error, onRetry, words }: LoadFailedProps) {
  const { online } = useProxyState(connection);
  // Errors without a status are failed imports, which only a reload can retry.
  const isImport = error !== undefined && !('status' in error);
  const answer = error && !isImport ? error.message : translateError(null, undefined);
  const reason = online ? answer : `${ui.offline}.`;
  const advice = online || isImport ? words.failed : words.neverLoaded;
  return (
    <div className="alert alert-danger hstack flex-wrap gap-3" role="alert">
      <Icon name={online ? 'warning' : 'cloud-off'} />
      <p>{`${reason} ${advice}`}</p>
      <button
        type="button"
        className="btn btn-primary"
        onClick={isImport ? () => location.reload() : onRetry}
      >
        {ui.retry}
      </button>
    </div>
  );
}

type PendingProps = Pick<LoadFailedProps, 'words'> & {
  read: Read;
  lines: number;
  /** Offered if the data could not be loaded. */
  list: { path: string; label: string };
};

/** Shows placeholders while data is loading, or why it could not be loaded. */
export function Pending({ read, words, lines, list }: PendingProps) {
  const hasFailed = useOutdated([read]).length > 0;
  if (!hasFailed) return <Skeleton className="article" lines={lines} />;
  return (
    <>
      <LoadFailed error={read.error} words={words} onRetry={() => void read.mutate()} />
      <SiteLink className="more" href={list.path}>
        {list.label}
      </SiteLink>
    </>
  );
}
