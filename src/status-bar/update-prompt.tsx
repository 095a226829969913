import { Status } from '#src/components/status.tsx';
import { Toast } from '#src/components/toast.tsx';
import * as ui from '#src/content/interface.ts';
import { updateWords } from '#src/content/status.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { updates } from '#src/state/updates.ts';
import { applyUpdate } from '#src/worker/worker.ts';

/** Offers a new version, which becomes active only on request. */
export function UpdatePrompt() {
  const { available, takingOver, isTextUnsaved } = useProxyState(updates);
  return (
    <Status>
      {available && (
        <Toast
          variant="btn-primary"
          label={takingOver ? ui.busy : updateWords.update}
          disabled={takingOver}
          onPress={() => void applyUpdate()}
        >
          {`${updateWords.available}. ${isTextUnsaved ? updateWords.unsaved : updateWords.hint}`}
        </Toast>
      )}
    </Status>
  );
}
