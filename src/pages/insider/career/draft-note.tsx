import { useEffect, useState } from 'react';

import { career } from '#src/content/career.ts';
import { chunk, useLoaded } from '#src/lib/chunk.ts';
import type { Closing } from '#src/lib/closing.ts';

const drafts = chunk(() => import('#src/outbox/drafts.ts'));

type DraftNoteProps = { job: string; closing: Exclude<Closing, 'later'>; onShow: () => void };

/** Beside a vacancy that is closed or soon will be: that something was typed for it and is not sent. */
export function DraftNote({ job, closing, onShow }: DraftNoteProps) {
  const hasDraft = useHasDraft(job);
  return (
    <div className="stack" role="status">
      {hasDraft && <strong>{career.draft[closing]}</strong>}
      {hasDraft && closing === 'over' && (
        <button type="button" className="btn btn-sm" onClick={onShow}>
          {career.draft.show}
        </button>
      )}
    </div>
  );
}

/** Looked up again whenever a dialog closes, because its form may have kept, sent or forgotten a draft. */
function useHasDraft(job: string): boolean {
  const [hasDraft, setHasDraft] = useState(false);
  const { value } = useLoaded(drafts, true);
  useEffect(() => {
    if (value === undefined) return;
    const look = () =>
      void value
        .loadDraft(job)
        .then((draft) => setHasDraft(Object.values(draft?.fields ?? {}).some((text) => text !== '')));
    // Once whoever closes a form has said what becomes of its draft.
    const lookLater = () => setTimeout(look);
    look();
    // The event does not bubble.
    document.addEventListener('close', lookLater, true);
    return () => document.removeEventListener('close', lookLater, true);
  }, [value, job]);
  return hasDraft;
}
