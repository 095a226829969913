import { shell } from '#src/content/interface.ts';
import { connection } from '#src/state/connection.ts';
import { setReadyOffline, updates } from '#src/state/updates.ts';
import { useSnapshot } from '#src/state/use-snapshot.ts';

/** The polite word about the connection; and once a device, that the site is kept on it. */
export function OfflineStatus() {
  const { online } = useSnapshot(connection);
  const { readyOffline } = useSnapshot(updates);
  return (
    <div role="status">
      {!online && (
        <p className="offline-note">
          {shell.offline}. {shell.offlineHint}
        </p>
      )}
      {online && readyOffline && (
        <div className="snackbar">
          {shell.readyOffline}
          <button type="button" className="btn btn-outline-light" onClick={() => setReadyOffline(false)}>
            {shell.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
