import { type Submission, submitted } from '#src/outbox/submission.ts';

/** A subscription submitted at this time, with these changes. */
export function newRecord(change: Partial<Submission> = {}, now = Date.now()): Submission {
  const fields = { name: 'Mutinta', email: 'mutinta@example.com' };
  const draft = { id: 'a', kind: 'subscribe', job: '', about: '', fields, seen: '' } as const;
  return { ...submitted(undefined, draft, now), ...change };
}
