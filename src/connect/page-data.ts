import { isMediaType, type MediaType } from '#src/contract/media.ts';
import { matchPage } from '#src/lib/match-page.ts';
import { connectCalls } from '#src/paths.ts';

import { readArticle, readEntries, readFeatured, readOpenVacancies } from './answers.ts';
import type { OpenVacancy } from './job-list.ts';
import { type MediaEntry, pageNumber } from './media.ts';

/** A call whose answer belongs to a page's first view. */
export type PageCall = {
  call: string;
  /** Turns the payload into what the call's hook gives, as short as the html needs it; undefined: not needed. */
  read: (payload: unknown) => unknown;
  /** Whether what was read says that the page's subject does not exist. */
  isMissing?: (value: unknown) => boolean;
  /** Without it there is nothing to show; the others only add to the page. */
  isMain: boolean;
};

/** What a page begins with; the pathname's page decides, `search` is the query without `?`. */
export function pageCalls(pathname: string, search = ''): PageCall[] {
  const { name, params } = matchPage(pathname);
  const { id = '', type } = params;
  switch (name) {
    case 'mediaRoom':
      return [list('press', 0, true), list('blog', 0, true), featured];
    case 'mediaList':
      return isMediaType(type) ? listWithNext(type, pageNumber(search)) : [];
    case 'mediaDetail':
      return [article(id), list('press', 0, false), list('blog', 0, false)];
    case 'career':
      return [jobs()];
    case 'vacancy':
      return [jobs(id)];
    default:
      return [];
  }
}

function list(type: MediaType, page: number, isMain: boolean): PageCall {
  return {
    call: connectCalls.mediaList(type, page),
    read: (payload) => cutEntries(readEntries(payload)),
    isMain,
  };
}

/** Of the next page only whether there is none: then nothing leads to it. */
function listWithNext(type: MediaType, page: number): PageCall[] {
  const next: PageCall = {
    call: connectCalls.mediaList(type, page + 1),
    read: (payload) => (readEntries(payload).length === 0 ? [] : undefined),
    isMain: false,
  };
  // After the last page there is none; the newest one is there also when nothing is published.
  const isMissing = page === 0 ? undefined : isEmpty;
  return [{ ...list(type, page, true), isMissing }, next];
}

/** No entry at all, as a list beyond the last page has. */
function isEmpty(entries: unknown): boolean {
  return Array.isArray(entries) && entries.length === 0;
}

function article(id: string): PageCall {
  return {
    call: connectCalls.mediaDetail(id),
    read: readArticle,
    isMissing: (value) => value === null,
    isMain: true,
  };
}

const featured: PageCall = {
  call: connectCalls.mediaPriority,
  read: (payload) => cutEntries(readFeatured(payload)),
  isMain: false,
};

/** Of all vacancies what the list shows; the description only of the one that has the page. */
function jobs(id?: string): PageCall {
  const shorten = (vacancy: OpenVacancy) =>
    vacancy._id === id ? vacancy : { ...vacancy, description: undefined };
  return {
    call: connectCalls.jobList,
    read: (payload) =>
      Array.isArray(payload) || id === undefined ? readOpenVacancies(payload).map(shorten) : undefined,
    isMissing: (value) => id !== undefined && !(value as OpenVacancy[]).some((vacancy) => vacancy._id === id),
    isMain: true,
  };
}

/** Longer than any excerpt; the html carries no more of a text. */
const textInHtml = 400;

/** What the html of a page carries of a list: the whole texts would double it. */
export function cutEntries(entries: MediaEntry[]): MediaEntry[] {
  return entries.map((entry) =>
    entry.text.length > textInHtml ? { ...entry, text: entry.text.slice(0, textInHtml), isCut: true } : entry,
  );
}
