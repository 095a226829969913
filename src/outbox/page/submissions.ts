import { proxy } from 'valtio/vanilla';

import type { Submission } from '#src/outbox/submission.ts';

/**
 * The outbox's records as last read. `isRead`: they were read, or cannot be. `untold`: texts that have arrived although their
 * records were deleted, until the visitor has seen it.
 */
export const submissions = proxy<{ all: Submission[]; isRead: boolean; untold: Submission[] }>({
  all: [],
  isRead: false,
  untold: [],
});

export function showSubmissions(all: Submission[] = submissions.all): void {
  submissions.isRead = true;
  if (all.length > 0 || submissions.all.length > 0) submissions.all = all;
}

/** Records shown by a form on this page. The Outbox does not list them. */
export const openForms = proxy<{ ids: string[] }>({ ids: [] });
