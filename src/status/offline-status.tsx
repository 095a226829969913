import { shell } from '#src/content/interface.ts';
import { connection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

/** The polite word about the connection. */
export function OfflineStatus() {
  const { online } = useProxyState(connection);
  return (
    <div role="status">
      {!online && (
        <p className="offline-note">
          {shell.offline}. {shell.offlineHint}
        </p>
      )}
    </div>
  );
}
