import { use, useEffect, useMemo } from 'react';
import useSWR, { type SWRConfiguration, useSWRConfig } from 'swr';

import type { Feature } from '#src/contract/features.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import type { ListedArticle } from './answers.ts';
import type { ConnectError } from './client.ts';
import { ServerDataContext } from './server-data.ts';

/** Null for an unknown id. */
export function useArticle(id: string) {
  return useRead(connectCalls.mediaDetail(id), ({ getArticle }) => getArticle);
}

export function useFeatured() {
  return useRead(connectCalls.mediaPriority, ({ getFeatured }) => getFeatured);
}

export function useArticles(type: MediaType, page = 0, config?: SWRConfiguration) {
  return useRead(connectCalls.mediaList(type, page), ({ getArticles }) => getArticles, config);
}

export function useVacancies() {
  return useRead(connectCalls.jobList, ({ getOpenVacancies }) => getOpenVacancies);
}

/** True if the connect API supports the feature; false until it answers. */
export function useFeature(feature: Feature): boolean {
  return useRead(connectCalls.features, ({ getFeatures }) => getFeatures).data?.includes(feature) ?? false;
}

/** A page of a list if it is already loaded. Fetches nothing. */
export function useLoadedArticles(type: MediaType, page = 0): ListedArticle[] | undefined {
  return useArticles(type, page, { revalidateOnMount: false, revalidateOnReconnect: false }).data;
}

/** Loads the first page of both lists unless already loaded. */
export function useNewestArticles(): void {
  useArticles('press', 0, { revalidateIfStale: false });
  useArticles('blog', 0, { revalidateIfStale: false });
}

/** All loaded articles of a type. Fetches the texts that were cut in the HTML. */
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

type ListPosition = {
  article: ListedArticle;
  type: MediaType;
  newer?: ListedArticle;
  older?: ListedArticle;
};

/** Finds an article in the first page of either list, with its neighbours. */
export function useListPosition(id: string): ListPosition | undefined {
  const press = useLoadedArticles('press');
  const blog = useLoadedArticles('blog');
  return findIn(press, 'press', id) ?? findIn(blog, 'blog', id);
}

function findIn(list: ListedArticle[] | undefined, type: MediaType, id: string): ListPosition | undefined {
  const index = list?.findIndex((article) => article.id === id) ?? -1;
  const article = list?.[index];
  return article && { article, type, newer: list?.[index - 1], older: list?.[index + 1] };
}

/** Calls whose data in the HTML was shown. Revalidate them the next time. */
const shown = new Set<string>();

/** Selects a fetcher from `answers.ts`, which is loaded with the first request. */
type Get<T> = (answers: typeof import('./answers.ts')) => (call: string) => Promise<T>;

/** Replaces `SWRConfig`, which would add SWR to every first view and revalidate the data in the HTML. */
function useRead<T>(call: string, get: Get<T>, config?: SWRConfiguration) {
  const fallbackData = use(ServerDataContext)[call] as T | undefined;
  const isNew = fallbackData !== undefined && !shown.has(call);
  useEffect(() => void shown.add(call), [call]);
  const options = { ...swrOptions, fallbackData, ...config };
  const fetcher = async () => get(await import('./answers.ts'))(call);
  return useSWR<T, ConnectError>(call, fetcher, isNew ? { ...options, revalidateIfStale: false } : options);
}

const maxTries = 3;
const firstPauseMs = 2_000;

/** No refetch on focus, because mobile data is expensive. The worker reports new data. */
const swrOptions: SWRConfiguration = {
  revalidateOnFocus: false,
  // Shorter than the default, so that "Try again" is not dropped as a duplicate.
  dedupingInterval: 500,
  onErrorRetry(error: unknown, _key, _config, revalidate, { retryCount }) {
    if (!mayRetry(error, retryCount)) return;
    setTimeout(() => void revalidate({ retryCount }), firstPauseMs * 2 ** (retryCount - 1));
  },
};

/** `retryCount` starts at 1. No retry after a 4xx or offline. */
export function mayRetry(error: unknown, retryCount: number): boolean {
  if (retryCount >= maxTries || (typeof navigator === 'object' && navigator.onLine === false)) return false;
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  return typeof status !== 'number' || status >= 500;
}
