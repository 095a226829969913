import { Isolated } from '#src/components/isolated.tsx';
import { forms } from '#src/contract/forms.ts';
import type { Submission } from '#src/outbox/submission.ts';

/** `Application: Firmware Engineer`, or `Newsletter subscription`. */
export function SubmissionName({ record }: { record: Pick<Submission, 'kind' | 'about'> }) {
  return <Isolated sentence={forms[record.kind].words.nameOf} value={record.about} />;
}
