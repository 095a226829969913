import type { ReactNode } from 'react';

import type { ConnectError } from '#src/api/client.ts';
import { shell } from '#src/content/interface.ts';
import { translateError } from '#src/contract/answer.ts';
import { connection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { Icon } from './icon.tsx';

export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="alert border hstack flex-wrap gap-3">
      <Icon name="info" />
      {children}
    </div>
  );
}

type LoadFailedProps = {
  error: ConnectError;
  onRetry: () => void;
  /** Advice if the service has a problem (`failed`) or the device is offline (`neverLoaded`). */
  words: { failed: string; neverLoaded: string };
};

export function LoadFailed({ error, onRetry, words }: LoadFailedProps) {
  const { online } = useProxyState(connection);
  // Errors without a status are failed imports, which only a reload can retry.
  const hasStatus = 'status' in error;
  return (
    <div className="alert alert-danger hstack flex-wrap gap-3" role="alert">
      <Icon name={online ? 'warning' : 'cloud-off'} />
      <p>
        {hasStatus ? error.message : translateError(null, undefined)}{' '}
        {online || !hasStatus ? words.failed : words.neverLoaded}
      </p>
      <button
        type="button"
        className="btn btn-primary"
        onClick={hasStatus ? onRetry : () => location.reload()}
      >
        {shell.retry}
      </button>
    </div>
  );
}
