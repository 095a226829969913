import { proxy } from 'valtio/vanilla';

import type { Submission } from '#src/outbox/submission.ts';

/** A view of the outbox's store, as last read. Empty before the first read. */
export const submissions = proxy<{ all: Submission[] }>({ all: [] });

export function showSubmissions(all: Submission[]): void {
  if (all.length > 0 || submissions.all.length > 0) submissions.all = all;
}

/** Records that a form of this page shows; the Outbox leaves them to it. */
export const openForms = proxy<{ ids: string[] }>({ ids: [] });
