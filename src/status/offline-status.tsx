import { shell } from '#src/content/interface.ts';
import { keptWords } from '#src/content/status.ts';
import { connection } from '#src/state/connection.ts';
import { sayKept, updates } from '#src/state/updates.ts';
import { useSnapshot } from '#src/state/use-proxy-state.ts';

/** The polite word about the connection; and once a device, what of the site is kept on it. */
export function OfflineStatus() {
  const { online } = useSnapshot(connection);
  const { kept } = useSnapshot(updates);
  return (
    <div role="status">
      {!online && (
        <p className="offline-note">
          {shell.offline}. {shell.offlineHint}
        </p>
      )}
      {online && kept !== 'nothing' && (
        <div className="snackbar">
          {keptWords[kept]}
          <button type="button" className="btn btn-outline-light" onClick={() => sayKept('nothing')}>
            {shell.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
