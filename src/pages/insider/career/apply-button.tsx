import type { OpenVacancy } from '#src/connect/job-list.ts';
import { career } from '#src/content/career.ts';

import { loadApplyDialog } from './load-apply-dialog.ts';

type ApplyButtonProps = {
  vacancy: OpenVacancy;
  onApply: (vacancy: OpenVacancy) => void;
  describedBy?: string;
};

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
