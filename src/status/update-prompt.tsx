import { updateWords } from '#src/content/status.ts';
import { updates } from '#src/state/updates.ts';
import { useSnapshot } from '#src/state/use-proxy-state.ts';
import { applyUpdate } from '#src/worker-bridge/new-version.ts';

/** A new version waits; it takes over only when the visitor says so. */
export function UpdatePrompt() {
  const { available, takingOver } = useSnapshot(updates);
  return (
    <div role="status">
      {available && (
        <div className="snackbar">
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
