import { forms } from '#src/contract/forms.ts';
import type { Submission } from '#src/outbox/submission.ts';

/** `Application: Firmware Engineer`, or `Newsletter subscription`. */
export function submissionName({ kind, about }: Pick<Submission, 'kind' | 'about'>): string {
  return forms[kind].words.nameOf(about);
}
