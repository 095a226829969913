import { proxy } from 'valtio/vanilla';

import type { Submission } from '#src/outbox/submission.ts';

/** The outbox's records as last read; empty before the first read. */
export const submissions = proxy<{ all: Submission[] }>({ all: [] });

export function showSubmissions(all: Submission[]): void {
  if (all.length > 0 || submissions.all.length > 0) submissions.all = all;
}

/** `ids`: records shown by a form on this page, which the Outbox does not list. `isUnsaved`: a text is nowhere else. */
export const openForms = proxy<{ ids: string[]; isUnsaved: boolean }>({ ids: [], isUnsaved: false });
