import * as shell from '#src/content/interface.ts';
import { savedNote, updateWords } from '#src/content/status.ts';
import { applyUpdate } from '#src/device/worker.ts';
import { updates } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

/** Offers a new version, which becomes active only on request. */
export function UpdatePrompt() {
  const { available, takingOver } = useProxyState(updates);
  return (
    <div role="status">
      {available && (
        <div className="toast show toast-body hstack flex-wrap justify-content-between gap-2">
          <span>
            {updateWords.available}. {updateWords.hint}
          </span>
          <button
            type="button"
            className="btn btn-primary"
            disabled={takingOver}
            onClick={() => void applyUpdate()}
          >
            {takingOver ? updateWords.takingOver : updateWords.update}
          </button>
        </div>
      )}
    </div>
  );
}

/** Says once that the site is available offline. */
export function SavedNote() {
  const { isSaved } = useProxyState(updates);
  return (
    <div role="status">
      {isSaved && (
        <div className="toast show toast-body hstack flex-wrap justify-content-between gap-2">
          <span>{savedNote}</span>
          <button
            type="button"
            className="btn btn-outline-primary"
            onClick={() => {
              updates.isSaved = false;
            }}
          >
            {shell.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
