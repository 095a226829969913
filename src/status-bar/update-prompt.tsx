import { useLocation } from 'wouter';

import { Toast } from '#src/components/toast.tsx';
import * as ui from '#src/content/interface.ts';
import { savedNote, updateWords } from '#src/content/status.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { pages } from '#src/paths.ts';
import { updates } from '#src/state/updates.ts';
import { applyUpdate } from '#src/worker/worker.ts';

/** Offers a new version, which becomes active only on request, and says once that the site is available offline, as `/saved` does. */
export function UpdatePrompt() {
  const { available, takingOver, isSaved, isTextUnsaved } = useProxyState(updates);
  const [path] = useLocation();
  const dismiss = () => {
    updates.isSaved = false;
  };
  return (
    <>
      <div role="status">
        {isSaved && path !== pages.saved.path && (
          <Toast label={ui.dismiss} onPress={dismiss}>
            {savedNote}
          </Toast>
        )}
      </div>
      <div role="status">
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
      </div>
    </>
  );
}
