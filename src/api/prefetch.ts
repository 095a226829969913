import { mutate, preload, SWRConfig } from 'swr';

import type { PageMatch } from '#src/lib/match-page.ts';

import { pageCalls } from './data-pages.ts';

/** Fetches what a page begins with, unless it is here; the page's hooks then find it. Never rejects. */
export function prefetchData(match: PageMatch, search: string): void {
  const { cache } = SWRConfig.defaultValue;
  for (const { call, get, isMain, isShownAhead } of pageCalls(match, search)) {
    if (!isMain || cache.get(call)?.data !== undefined) continue;
    const drop = () => dropHint(call);
    const fetching = isShownAhead ? mutate(call, get(call), { revalidate: false }) : preload(call, get);
    // Only a hint: what fails here is asked for again, and told, when the visitor follows the link.
    fetching.then(() => setTimeout(drop, aMinute), drop);
  }
}

const aMinute = 60_000;

/** Unless a hook has taken it; the next one asks anew. */
function dropHint(call: string): void {
  const state = SWRConfig.defaultValue.cache.get(call);
  if (state?.data === undefined && !state?.isValidating) void mutate(call);
}
