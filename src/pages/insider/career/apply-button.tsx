import type { OpenVacancy } from '#src/api/answers.ts';
import { career } from '#src/content/career.ts';
import { chunk, useLoaded } from '#src/lib/chunk.ts';
import { applyQuery, vacancyPath } from '#src/paths.ts';

import { useClosing } from './use-closing.ts';

export const draftNoteChunk = chunk(() => import('./draft-note.tsx').then(({ DraftNote }) => DraftNote));

type ApplyButtonProps = {
  vacancy: OpenVacancy;
  onApply: (vacancy: OpenVacancy) => void;
  describedBy?: string;
};

/**
 * Carries the vacancy's id. Html first: until the app hears the press, it leads to the page that carries the form.
 * It stays where the vacancy has closed by this device's clock, which may be wrong: the server refuses what comes too late.
 */
export function ApplyButton({ vacancy, onApply, describedBy }: ApplyButtonProps) {
  const closing = useClosing(vacancy.closes);
  const onPress = () => onApply(vacancy);
  const ends = closing === 'later' ? undefined : closing;
  const { value: DraftNote } = useLoaded(draftNoteChunk, ends !== undefined);
  const note = ends && (
    <div className="stack" role="status">
      {DraftNote && <DraftNote job={vacancy._id} closing={ends} onShow={onPress} />}
    </div>
  );
  return (
    <form
      className="stack"
      action={vacancyPath(vacancy._id)}
      onSubmit={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      {closing === 'over' && <p>{career.closed}</p>}
      <input type="hidden" {...applyQuery} />
      <button
        type="submit"
        id={applyButtonId(vacancy._id)}
        className="btn btn-primary"
        value={vacancy._id}
        aria-describedby={describedBy}
      >
        {career.list.apply}
      </button>
      {note}
    </form>
  );
}

export function applyButtonId(id: string): string {
  return `apply-${id}`;
}
