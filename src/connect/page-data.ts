import { isMediaType, type MediaType } from '#src/contract/media.ts';
import { readVacancies } from '#src/contract/vacancy.ts';
import { matchPage } from '#src/lib/match-page.ts';
import { connectCalls } from '#src/paths.ts';

import { readArticle } from './media-detail.ts';
import { cutEntries } from './media-entry.ts';
import { readEntries } from './media-list.ts';
import { readFeatured } from './media-priority.ts';

/** A call whose answer belongs to a page's first view. */
export type PageCall = {
  call: string;
  /** Turns the payload into what the call's hook gives, as short as the html needs it. */
  read: (payload: unknown) => unknown;
  /** Without it there is nothing to show; the others only add to the page. */
  isMain: boolean;
};

/** What a page begins with; the pathname's page decides, `search` is the query without `?`. */
export function pageCalls(pathname: string, search = ''): PageCall[] {
  const { name, params } = matchPage(pathname);
  if (name === 'mediaRoom') return [list('press', 0, true), list('blog', 0, true), featured];
  if (name === 'mediaList' && isMediaType(params.type)) return [list(params.type, pageNumber(search), true)];
  if (name === 'mediaDetail')
    return [
      { call: connectCalls.mediaDetail(params.id ?? ''), read: readArticle, isMain: true },
      list('press', 0, false),
      list('blog', 0, false),
    ];
  if (name === 'career' || name === 'vacancy')
    return [{ call: connectCalls.jobList, read: readVacancies, isMain: true }];
  return [];
}

/** `?page=2` -> 2; whatever is no page gives the newest one. */
export function pageNumber(search: string): number {
  const value = Number(new URLSearchParams(search).get('page') ?? '0');
  return Number.isInteger(value) && value > 0 && value < 100_000 ? value : 0;
}

function list(type: MediaType, page: number, isMain: boolean): PageCall {
  return {
    call: connectCalls.mediaList(type, page),
    read: (payload) => cutEntries(readEntries(payload)),
    isMain,
  };
}

const featured: PageCall = {
  call: connectCalls.mediaPriority,
  read: (payload) => cutEntries(readFeatured(payload)),
  isMain: false,
};
