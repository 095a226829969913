import { career } from '#src/content/career.ts';
import type { Vacancy } from '#src/contract/vacancy.ts';

import { loadApplyDialog } from './load-apply-dialog.ts';

type ApplyButtonProps = { vacancy: Vacancy; onApply: (vacancy: Vacancy) => void; describedBy?: string };

/** Carries the vacancy's id; the form is fetched as soon as somebody seems to want it. */
export function ApplyButton({ vacancy, onApply, describedBy }: ApplyButtonProps) {
  const prepare = () => void loadApplyDialog().catch(() => undefined);
  return (
    <button
      type="button"
      className="btn btn-primary"
      value={vacancy._id}
      aria-describedby={describedBy}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => onApply(vacancy)}
    >
      {career.list.apply}
    </button>
  );
}
