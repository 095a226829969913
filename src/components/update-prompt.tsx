import { useState } from 'react';

import { applyUpdate, keep } from '#src/api/worker.ts';
import { shell } from '#src/content/interface.ts';
import { keptWords, updateWords } from '#src/content/status.ts';
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

/** Says what is available offline. With Save-Data, offers to save the rest. */
export function KeptNote() {
  const { kept } = useProxyState(updates);
  const [isSaving, setIsSaving] = useState(false);
  const saveAll = async () => {
    setIsSaving(true);
    updates.kept = await keep({ all: true });
    setIsSaving(false);
  };
  return (
    <div role="status">
      {kept !== 'nothing' && (
        <div className="toast show toast-body hstack flex-wrap justify-content-between gap-2">
          <span>{keptWords[kept]}</span>
          {kept === 'page' && (
            <button
              type="button"
              className="btn btn-outline-primary"
              disabled={isSaving}
              onClick={() => void saveAll()}
            >
              {isSaving ? keptWords.saving : keptWords.saveSite}
            </button>
          )}
          <button
            type="button"
            className="btn btn-outline-primary"
            onClick={() => {
              updates.kept = 'nothing';
            }}
          >
            {shell.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
