import { useEffect, useState } from 'react';

import { career } from '#src/content/career.ts';
import type { Closing } from '#src/lib/closing.ts';
import { loadDraft } from '#src/outbox/drafts.ts';

type DraftNoteProps = { job: string; closing: Exclude<Closing, 'later'>; onShow: () => void };

/** Beside a vacancy that is closed or soon will be: that something was typed for it and is not sent. */
export function DraftNote({ job, closing, onShow }: DraftNoteProps) {
  const hasDraft = useHasDraft(job);
  if (!hasDraft) return null;
  return (
    <>
      <strong>{career.draft[closing]}</strong>
      {closing === 'over' && (
        <button type="button" className="btn btn-sm" onClick={onShow}>
          {career.draft.show}
        </button>
      )}
    </>
  );
}

/** Looked up again whenever a dialog closes, because its form may have kept, sent or forgotten a draft. */
function useHasDraft(job: string): boolean {
  const [hasDraft, setHasDraft] = useState(false);
  useEffect(() => {
    const look = () =>
      void loadDraft(job).then((draft) =>
        setHasDraft(Object.values(draft?.fields ?? {}).some((text) => text !== '')),
      );
    // Once whoever closes a form has said what becomes of its draft.
    const lookLater = () => setTimeout(look);
    look();
    // The event does not bubble.
    document.addEventListener('close', lookLater, true);
    return () => document.removeEventListener('close', lookLater, true);
  }, [job]);
  return hasDraft;
}
