import { isMediaType, type MediaType } from '#src/contract/media-type.ts';
import { carriesForm, type PageMatch, pageNumber, type RouteParams } from '#src/lib/match-page.ts';
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
  readArticle,
  readArticles,
  readFeatured,
  readOpenVacancies,
} from './answers.ts';

/** A call whose answer belongs to a page's first view. */
export type PageCall = {
  call: string;
  /** Turns the payload into what the call's hook gives, as short as the html needs it; undefined: not needed. */
  read: (payload: unknown) => unknown;
  /** Whether what was read says that the page's subject does not exist: the page's status is 404. */
  isMissing?: (value: unknown) => boolean;
  /** Without it there is nothing to show; the others only add to the page. */
  isMain: boolean;
};

type DataPage = {
  /** What the first view asks for; `search` is the query. */
  calls: (params: RouteParams, search: string) => PageCall[];
  /** The page's one address, without what in a query changes nothing; by default its path, filled in. */
  address?: (params: RouteParams, search: string) => string;
  /** Frame name -> an address whose html, with the sample answers, needs every style of the page; by default its path. */
  samples?: { [frame: string]: string };
  /** Which frame, where there are two. */
  frame?: (search: string) => string;
  /** Shows html of a provider, which has to be sanitised. */
  hasRichText?: boolean;
};

type DataPageName = { [N in PageName]: (typeof pages)[N]['kind'] extends 'data' ? N : never }[PageName];

/** Every page with data, once. Build and server read it; path, title and kind are in `paths.ts`. */
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
    calls: ({ id = '' }) => [article(id), aside(list('press', 0)), aside(list('blog', 0))],
    samples: { mediaDetail: mediaDetailPath('two') },
    hasRichText: true,
  },
  career: {
    calls: () => [jobs()],
  },
  vacancy: {
    calls: ({ id = '' }) => [jobs(id)],
    address: ({ id = '' }, search) => (carriesForm(search) ? applyPath(id) : vacancyPath(id)),
    samples: { vacancy: vacancyPath('one'), vacancyForm: applyPath('one') },
    frame: (search) => (carriesForm(search) ? 'vacancyForm' : 'vacancy'),
    hasRichText: true,
  },
};

export function pageCalls({ name, params }: PageMatch, search = ''): PageCall[] {
  return dataPages[name]?.calls(params, search) ?? [];
}

function list(type: MediaType, page: number): PageCall {
  return {
    call: connectCalls.mediaList(type, page),
    read: (payload) => cutTexts(readArticles(payload)),
    isMain: true,
  };
}

function aside(call: PageCall): PageCall {
  return { ...call, isMain: false };
}

/** Of the next page only whether there is none: then nothing leads to it. */
function listWithNext(type: MediaType, page: number): PageCall[] {
  const next = {
    ...aside(list(type, page + 1)),
    read: (payload: unknown) => (readArticles(payload).length === 0 ? [] : undefined),
  };
  // After the last page there is none; the newest one is there even when nothing is published.
  return [{ ...list(type, page), isMissing: page > 0 ? isEmpty : undefined }, next];
}

function isEmpty(articles: unknown): boolean {
  return Array.isArray(articles) && articles.length === 0;
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
  read: (payload) => cutTexts(readFeatured(payload)),
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
export function cutTexts(articles: ListedArticle[]): ListedArticle[] {
  return articles.map((article) =>
    article.text.length > textInHtml
      ? { ...article, text: article.text.slice(0, textInHtml), isCut: true }
      : article,
  );
}
