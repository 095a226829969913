import { shell } from '#src/content/interface.ts';
import { keptWords } from '#src/content/status.ts';
import { sizeText } from '#src/lib/size-text.ts';
import { connection } from '#src/state/connection.ts';
import { sayKept, updates } from '#src/state/updates.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';
import { keepWholeSite } from '#src/worker-bridge/register.ts';

/** The polite word about what of the site is kept on the device: while it comes, and once when it is there. */
export function SiteKeeping() {
  const { online } = useProxyState(connection);
  const { saving, kept, cost } = useProxyState(updates);
  return (
    <div role="status">
      {online && saving !== undefined && (
        <p className="snackbar">
          {/* Spoken once, and not for every step. */}
          <span>
            {keptWords.saving}
            <span aria-hidden="true" className="saving-step">
              {`: ${saving} %`}
            </span>
          </span>
        </p>
      )}
      {online && saving === undefined && kept !== 'nothing' && (
        <div className="snackbar">
          {keptWords[kept]}
          {kept === 'site' && cost > 0 && ` (${sizeText(cost)})`}
          <button type="button" className="btn" onClick={() => sayKept('nothing')}>
            {shell.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}

/** Below the footer, for visitors who save data: nothing comes that they did not ask for. */
export function SaveOffer() {
  const { offered, saving } = useProxyState(updates);
  if (offered === 0) return null;
  return (
    <aside className="install-offer" aria-label={keptWords.saveSite}>
      <button
        type="button"
        className="btn"
        disabled={saving !== undefined}
        onClick={() => void keepWholeSite()}
      >
        {keptWords.saveSite}, {sizeText(offered)}
      </button>
    </aside>
  );
}
