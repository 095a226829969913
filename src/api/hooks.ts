import { use, useEffect, useMemo } from 'react';
import useSWR, { type SWRConfiguration, useSWRConfig } from 'swr';

import type { Feature } from '#src/contract/features.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import type { ListedArticle } from './answers.ts';
import type { ConnectError } from './client.ts';
import { ServerDataContext } from './server-data.ts';

/** Null where the service has none under this id. */
export function useArticle(id: string) {
  return useRead(connectCalls.mediaDetail(id), ({ getArticle }) => getArticle);
}

/** The featured items; one without an id has nothing to link to. */
export function useFeatured() {
  return useRead(connectCalls.mediaPriority, ({ getFeatured }) => getFeatured);
}

export function useArticles(type: MediaType, page = 0, config?: SWRConfiguration) {
  return useRead(connectCalls.mediaList(type, page), ({ getArticles }) => getArticles, config);
}

export function useVacancies() {
  return useRead(connectCalls.jobList, ({ getOpenVacancies }) => getOpenVacancies);
}

/** Whether the connect API can do this; no answer counts as no. Asks on use: nothing of it belongs to a first view. */
export function useFeature(feature: Feature): boolean {
  return useRead(connectCalls.features, ({ getFeatures }) => getFeatures).data?.includes(feature) ?? false;
}

/** A page of a list if it is at hand; nothing is fetched for it. */
export function useLoadedArticles(type: MediaType, page = 0): ListedArticle[] | undefined {
  return useArticles(type, page, { revalidateOnMount: false, revalidateOnReconnect: false }).data;
}

/** Makes both newest lists be at hand; for a page that they only add to, so nothing that is here is fetched again. */
export function useNewestArticles(): void {
  useArticles('press', 0, { revalidateIfStale: false });
  useArticles('blog', 0, { revalidateIfStale: false });
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

/** Calls whose answer came with the html and was shown; the next time they are fetched. */
const shown = new Set<string>();

/** Makes of an answer what the pages show. It comes with the first request: the server has read what is in the html. */
type Get<T> = (answers: typeof import('./answers.ts')) => (call: string) => Promise<T>;

/** `SWRConfig` around the app would bring SWR to the first view of every page, and SWR asks again for its fallback. */
function useRead<T>(call: string, get: Get<T>, config?: SWRConfiguration) {
  const fallbackData = use(ServerDataContext)[call] as T | undefined;
  const isNew = fallbackData !== undefined && !shown.has(call);
  useEffect(() => void shown.add(call), [call]);
  const options = { ...swrOptions, fallbackData, ...config };
  const fetcher = async () => get(await import('./answers.ts'))(call);
  return useSWR<T, ConnectError>(call, fetcher, isNew ? { ...options, revalidateIfStale: false } : options);
}

const tries = 3;
const firstPauseMs = 2_000;

/** Data costs money here: nothing is fetched again for a focus; the worker brings what is new. */
const swrOptions: SWRConfiguration = {
  revalidateOnFocus: false,
  // A visitor's "Try again" must not be swallowed because another try was just made.
  dedupingInterval: 500,
  onErrorRetry(error: unknown, _key, _config, revalidate, { retryCount }) {
    if (!mayRetry(error, retryCount)) return;
    setTimeout(() => void revalidate({ retryCount }), firstPauseMs * 2 ** (retryCount - 1));
  },
};

/** `retryCount` counts from 1 at the first failure. What the server refused stays refused, and offline costs battery only. */
export function mayRetry(error: unknown, retryCount: number): boolean {
  if (retryCount >= tries || (typeof navigator === 'object' && navigator.onLine === false)) return false;
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  return typeof status !== 'number' || status >= 500;
}
