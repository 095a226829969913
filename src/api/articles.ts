import { useEffect, useMemo } from 'react';
import { useSWRConfig } from 'swr';

import type { MediaType } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import { useConnect } from './use-connect.ts';

/** When something was published: for people, and in ISO 8601 for machines; empty where nobody knows. */
export type Moment = { text: string; iso?: string };

/** A press release or blog post as lists show and search it. */
export type ListedArticle = {
  id: string;
  title: string;
  image: string | undefined;
  date: Moment;
  /** The words of the description; `isCut` when only their beginning came with the html. */
  text: string;
  isCut?: boolean;
  type: MediaType | undefined;
};

/** One press release or blog post with its body. */
export type Article = {
  id: string;
  title: string;
  image: string | undefined;
  images?: { src: string; width: number }[];
  date: Moment;
  /** As the provider sent it: to be sanitised before it is shown. */
  html: string;
  /** The beginning of the text; empty where there is none. */
  summary: string;
  minutesToRead: number;
  type: MediaType | undefined;
};

/** One press release or blog post; null where the service has none under this id. */
export function useArticle(id: string) {
  return useConnect(connectCalls.mediaDetail(id), ({ getArticle }) => getArticle);
}

/** The featured items; one without an id has nothing to link to. */
export function useFeatured() {
  return useConnect(connectCalls.mediaPriority, ({ getFeatured }) => getFeatured);
}

/** Press releases or blog posts, newest first; page 0 is the newest. */
export function useArticles(type: MediaType, page = 0) {
  return useConnect(connectCalls.mediaList(type, page), ({ getArticles }) => getArticles);
}

/**
 * A page of a list if it is at hand; nothing is fetched for it. A key's first hook is the one that SWR asks for fresh
 * data, so this one could fetch as well.
 */
export function useLoadedArticles(type: MediaType, page = 0): ListedArticle[] | undefined {
  return useConnect(connectCalls.mediaList(type, page), ({ getArticles }) => getArticles, neverByItself).data;
}

const neverByItself = { revalidateIfStale: false, revalidateOnMount: false, revalidateOnReconnect: false };

/** Makes both newest lists be at hand; for a page that they only add to, so nothing that is here is fetched again. */
export function useNewestArticles(): void {
  const isKept = { revalidateIfStale: false };
  useConnect(connectCalls.mediaList('press'), ({ getArticles }) => getArticles, isKept);
  useConnect(connectCalls.mediaList('blog'), ({ getArticles }) => getArticles, isKept);
}

/** Everything of a kind that is at hand, with whole texts: what came cut with the html is fetched. */
export function useSearchable(type: MediaType, page: number): ListedArticle[] | undefined {
  const { data, mutate } = useArticles(type, page);
  const { cache } = useSWRConfig();
  const isCut = data?.some((article) => article.isCut) ?? false;
  useEffect(() => {
    if (isCut) void mutate();
  }, [isCut, mutate]);
  return useMemo(() => {
    if (data === undefined) return undefined;
    const others = Array.from(cache.keys())
      .filter((key) => key.startsWith(connectCalls.mediaListOf(type)))
      .flatMap((key) => (cache.get(key)?.data ?? []) as ListedArticle[]);
    return Array.from(new Map([...others, ...data].map((article) => [article.id, article])).values());
  }, [data, cache, type]);
}

type Surroundings = {
  article: ListedArticle;
  type: MediaType;
  newer?: ListedArticle;
  older?: ListedArticle;
};

/** Where an article stands in the newest list of its kind; undefined while neither list is at hand, or in neither. */
export function useSurroundings(id: string): Surroundings | undefined {
  const press = useLoadedArticles('press');
  const blog = useLoadedArticles('blog');
  return findIn(press, 'press', id) ?? findIn(blog, 'blog', id);
}

function findIn(list: ListedArticle[] | undefined, type: MediaType, id: string): Surroundings | undefined {
  const index = list?.findIndex((article) => article.id === id) ?? -1;
  const article = list?.[index];
  return article && { article, type, newer: list?.[index - 1], older: list?.[index + 1] };
}
