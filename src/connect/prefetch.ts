import { mutate, preload, SWRConfig } from 'swr';

import type { PageMatch } from '#src/lib/match-page.ts';

import { pageCalls } from './data-pages.ts';

/** Fetches what a page begins with, unless it is here; the page's hooks then find it. Never rejects. */
export function prefetchData(match: PageMatch, search: string): void {
  const { cache } = SWRConfig.defaultValue;
  for (const { call, get, isMain, isShownAhead } of pageCalls(match, search)) {
    if (!isMain || cache.get(call)?.data !== undefined) continue;
    const fetching = isShownAhead ? mutate(call, get(call), { revalidate: false }) : preload(call, get);
    // Only a hint: what fails here is asked for again, and told, when the visitor follows the link.
    fetching.catch(() => undefined);
  }
}
