import { useEffect, useState } from 'react';

import { SiteLink } from '#src/components/link.tsx';
import { career } from '#src/content/career.ts';
import type { Closing } from '#src/lib/closing.ts';
import { loadDraft } from '#src/outbox/drafts.ts';
import { pages } from '#src/paths.ts';

type DraftNoteProps = {
  job: string;
  closing: Exclude<Closing, 'later'>;
  /** Missing where the vacancy is gone, and its form with it. */
  onShow?: () => void;
};

/** Beside a vacancy that is closed or soon will be, or in its place: that something was typed for it and is not sent. */
export function DraftNote({ job, closing, onShow }: DraftNoteProps) {
  const hasDraft = useHasDraft(job);
  if (!hasDraft) return null;
  return (
    <>
      <strong>{career.draft[closing]}</strong>{' '}
      {onShow === undefined && <SiteLink href={pages.saved.path}>{career.draft.show}</SiteLink>}
      {onShow !== undefined && closing === 'over' && (
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
