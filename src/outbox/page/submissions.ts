import { proxy } from 'valtio/vanilla';

import type { Submission } from '#src/outbox/submission.ts';

/** The outbox's records as last read; empty before the first read. */
export const submissions = proxy<{ all: Submission[] }>({ all: [] });

export function showSubmissions(all: Submission[]): void {
  if (all.length > 0 || submissions.all.length > 0) submissions.all = all;
}

/** Records shown by a form on this page. The Outbox does not list them. */
export const openForms = proxy<{ ids: string[] }>({ ids: [] });
