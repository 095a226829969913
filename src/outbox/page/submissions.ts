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

/** Records that a form on this page shows, or tells the end of. The Outbox and its note leave them out. */
export const openForms = proxy<{ ids: string[] }>({ ids: [] });

/** Returns a function that ends it. */
export function showInForm(id: string): () => void {
  openForms.ids.push(id);
  return () => void openForms.ids.splice(openForms.ids.indexOf(id), 1);
}
