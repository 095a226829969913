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
  /** What to do when the service has a problem, and when this device has no connection. */
  words: { failed: string; neverLoaded: string };
};

/** Says why there is nothing, what a visitor can do, and lets them try again. */
export function LoadFailed({ error, onRetry, words }: LoadFailedProps) {
  const { online } = useProxyState(connection);
  // Any other error is a failed import, which stays failed for the document.
  const wasAsked = 'status' in error;
  return (
    <div className="alert alert-danger hstack flex-wrap gap-3" role="alert">
      <Icon name={online ? 'warning' : 'cloud-off'} />
      <p>
        {wasAsked ? error.message : translateError(null, undefined)}{' '}
        {online || !wasAsked ? words.failed : words.neverLoaded}
      </p>
      <button
        type="button"
        className="btn btn-primary"
        onClick={wasAsked ? onRetry : () => location.reload()}
      >
        {shell.retry}
      </button>
    </div>
  );
}
