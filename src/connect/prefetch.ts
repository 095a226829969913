import { mutate, preload, SWRConfig } from 'swr';

import { isMediaType } from '#src/contract/media.ts';
import { matchPage } from '#src/lib/match-page.ts';
import { connectCalls } from '#src/paths.ts';

import { getArticle, getEntries, getOpenVacancies } from './answers.ts';
import { pageNumber } from './media.ts';

/** Fetches what a page begins with, unless it is here; the page's hooks then find it. Never rejects. */
export function prefetchData(pathname: string, search: string): void {
  const { name, params } = matchPage(pathname);
  if (name === 'mediaDetail') ahead(connectCalls.mediaDetail(params.id ?? ''), getArticle);
  if (name === 'career' || name === 'vacancy') ahead(connectCalls.jobList, getOpenVacancies);
  if (name === 'mediaRoom') {
    ahead(connectCalls.mediaList('press'), getEntries);
    ahead(connectCalls.mediaList('blog'), getEntries);
  }
  if (name === 'mediaList' && isMediaType(params.type)) {
    const page = pageNumber(search);
    const call = connectCalls.mediaList(params.type, page);
    // Into the cache at once, because the link to a page that turns out to be empty goes away.
    if (page > 0) fill(call);
    else ahead(call, getEntries);
  }
}

function ahead<T>(call: string, get: (call: string) => Promise<T>): void {
  if (isHere(call)) return;
  // Only a hint: what fails here is asked for again, and told, when the visitor presses the link.
  preload(call, get).catch(() => undefined);
}

function fill(call: string): void {
  if (isHere(call)) return;
  mutate(call, getEntries(call), { revalidate: false }).catch(() => undefined);
}

function isHere(call: string): boolean {
  return SWRConfig.defaultValue.cache.get(call)?.data !== undefined;
}
