import { useState } from 'react';

import { applyUpdate, requestSave } from '#src/api/worker.ts';
import { shell } from '#src/content/interface.ts';
import { savedWords, updateWords } from '#src/content/status.ts';
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
export function SavedNote() {
  const { saved } = useProxyState(updates);
  const [isSaving, setIsSaving] = useState(false);
  const saveAll = async () => {
    setIsSaving(true);
    updates.saved = await requestSave({ all: true });
    setIsSaving(false);
  };
  return (
    <div role="status">
      {saved !== 'nothing' && (
        <div className="toast show toast-body hstack flex-wrap justify-content-between gap-2">
          <span>{savedWords[saved]}</span>
          {saved === 'page' && (
            <button
              type="button"
              className="btn btn-outline-primary"
              disabled={isSaving}
              onClick={() => void saveAll()}
            >
              {isSaving ? savedWords.saving : savedWords.saveSite}
            </button>
          )}
          <button
            type="button"
            className="btn btn-outline-primary"
            onClick={() => {
              updates.saved = 'nothing';
            }}
          >
            {shell.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
