import { isMediaType, type MediaType } from '#src/contract/media-type.ts';
import { containsForm, type PageMatch, pageNumber, type RouteParams } from '#src/lib/match-page.ts';
import {
  applyPath,
  connectCalls,
  mediaDetailPath,
  mediaListPath,
  type PageName,
  type pages,
  vacancyPath,
} from '#src/paths.ts';

import {
  type ListedArticle,
  type OpenVacancy,
  parseArticle,
  parseArticles,
  parseFeatured,
  parseOpenVacancies,
} from './responses.ts';

/** A call needed for a page's first view. */
export type PageCall = {
  call: string;
  /** Parses the payload like the call's hook, shortened for the HTML. Undefined leaves it out. */
  read: (payload: unknown) => unknown;
  /** True if the page's subject does not exist, for status 404. */
  isMissing?: (value: unknown) => boolean;
  /** The page cannot be shown without this call. */
  isMain: boolean;
};

type DataPage = {
  /** The calls of the first view. `search`: the query string. */
  calls: (params: RouteParams, search: string) => PageCall[];
  /** The canonical path, with relevant parameters only. Default: the path with its ids. */
  address?: (params: RouteParams, search: string) => string;
  /** Template name -> a path that uses all styles of the page when rendered with sample data. Default: the path. */
  samples?: { [template: string]: string };
  /** Selects one of two templates. */
  template?: (search: string) => string;
  /** Shows a provider's HTML, which must be sanitised. */
  hasRichText?: boolean;
};

type DataPageName = { [N in PageName]: (typeof pages)[N]['kind'] extends 'data' ? N : never }[PageName];

/** The calls of all data pages, for the build and the server. See `paths.ts` for their paths and kinds. */
export const dataPages: Record<DataPageName, DataPage> & { [N in PageName]?: DataPage } = {
  mediaRoom: {
    calls: () => [list('press', 0), list('blog', 0), featured],
  },
  mediaList: {
    calls: ({ type }, search) => (isMediaType(type) ? listWithNext(type, pageNumber(search)) : []),
    address: ({ type }, search) => mediaListPath(type === 'press' ? 'press' : 'blog', pageNumber(search)),
    samples: { mediaList: mediaListPath('press', 1) },
  },
  mediaDetail: {
    calls: ({ id = '' }) => [article(id)],
    samples: { mediaDetail: mediaDetailPath('two') },
    hasRichText: true,
  },
  career: {
    calls: () => [jobs()],
  },
  vacancy: {
    calls: ({ id = '' }) => [jobs(id)],
    address: ({ id = '' }, search) => (containsForm(search) ? applyPath(id) : vacancyPath(id)),
    samples: { vacancy: vacancyPath('one'), vacancyForm: applyPath('one') },
    template: (search) => (containsForm(search) ? 'vacancyForm' : 'vacancy'),
    hasRichText: true,
  },
};

export function pageCalls({ name, params }: PageMatch, search = ''): PageCall[] {
  return dataPages[name]?.calls(params, search) ?? [];
}

function list(type: MediaType, page: number): PageCall {
  return {
    call: connectCalls.mediaList(type, page),
    read: (payload) => withoutTexts(parseArticles(payload)),
    isMain: true,
  };
}

/** Loads the next page too, to hide the link to it if it is empty. */
function listWithNext(type: MediaType, page: number): PageCall[] {
  const next = {
    ...list(type, page + 1),
    isMain: false,
    read: (payload: unknown) => (parseArticles(payload).length === 0 ? [] : undefined),
    // Some providers answer with 404 after the last page.
    isMissing: () => false,
  };
  // Page 0 exists even if nothing is published.
  return [{ ...list(type, page), isMissing: page > 0 ? isEmpty : undefined }, next];
}

function isEmpty(articles: unknown): boolean {
  return Array.isArray(articles) && articles.length === 0;
}

function article(id: string): PageCall {
  return {
    call: connectCalls.mediaDetail(id),
    read: parseArticle,
    isMissing: (value) => value === null,
    isMain: true,
  };
}

const featured: PageCall = {
  call: connectCalls.mediaPriority,
  read: (payload) => withoutTexts(parseFeatured(payload)),
  isMain: false,
};

/** Drops all descriptions except the shown vacancy's. */
function jobs(id?: string): PageCall {
  const shorten = (vacancy: OpenVacancy): OpenVacancy =>
    vacancy._id === id || !vacancy.description
      ? vacancy
      : { ...vacancy, description: undefined, isCut: true };
  return {
    call: connectCalls.jobList,
    read: (payload) =>
      Array.isArray(payload) || id === undefined ? parseOpenVacancies(payload).map(shorten) : undefined,
    isMissing: (value) => id !== undefined && !(value as OpenVacancy[]).some((vacancy) => vacancy._id === id),
    isMain: true,
  };
}

/** Drops the texts, which would double the size of the HTML. */
export function withoutTexts(articles: ListedArticle[]): ListedArticle[] {
  return articles.map(({ text: _, ...article }) => article);
}
