import { use, useEffect, useState } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';

import type { Feature } from '#src/contract/features.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { connectCalls } from '#src/paths.ts';
import { connection } from '#src/state/connection.ts';

import type { ConnectError, Received } from './client.ts';
import type { ListedArticle } from './responses.ts';
import { ServerDataContext } from './server-data.ts';

/** `data` is null for an unknown id. */
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

/** Undefined until the connect API responds. */
export function useFeature(feature: Feature): boolean | undefined {
  const { data } = useRead(connectCalls.features, ({ getFeatures }) => getFeatures);
  return data?.includes(feature);
}

const readNothing = { revalidateOnMount: false, revalidateOnFocus: false, revalidateOnReconnect: false };

/** A page of a list if it is already loaded. Fetches nothing. */
export function useLoadedArticles(type: MediaType, page = 0): ListedArticle[] | undefined {
  return useArticles(type, page, readNothing).data;
}

/** Finds an article in the first page of either list. */
export function useListed(id: string): { article: ListedArticle; type: MediaType } | undefined {
  const press = useLoadedArticles('press');
  const blog = useLoadedArticles('blog');
  for (const [type, list] of [
    ['press', press],
    ['blog', blog],
  ] as const) {
    const article = list?.find((one) => one.id === id);
    if (article) return { article, type };
  }
  return undefined;
}

/** Calls whose data in the HTML was shown. Revalidate them the next time. */
const shown = new Set<string>();

/** Selects a fetcher from `responses.ts`, which is loaded with the first request. */
type Get<T> = (responses: typeof import('./responses.ts')) => (call: string) => Promise<Received<T>>;

/** Data in the HTML is as old as the document. 0: unknown, because Back may have taken it from the HTTP cache. */
const documentTime = performance
  .getEntriesByType('navigation')
  .some((entry) => 'type' in entry && entry.type === 'back_forward')
  ? 0
  : performance.timeOrigin;

export type Read<T = unknown> = {
  call: string;
  data: T | undefined;
  /** See `Received`. */
  receivedAt: number | undefined;
  /** The response arrived after the page was opened. Only such a response proves that something does not exist. */
  isCurrent: boolean;
  error: ConnectError | undefined;
  mutate: () => unknown;
};

/** Replaces `SWRConfig`, which would add SWR to every first view and revalidate the data in the HTML. */
function useRead<T>(call: string, get: Get<T>, config?: SWRConfiguration): Read<T> {
  const value = use(ServerDataContext)[call] as T | undefined;
  const isNew = value !== undefined && documentTime > 0 && !shown.has(call);
  useEffect(() => void shown.add(call), [call]);
  const [openedAt] = useState(() => (isNew ? documentTime : Date.now()));
  const fallbackData = value === undefined ? undefined : { value, receivedAt: documentTime };
  const options = { ...swrOptions, fallbackData, ...config };
  const fetcher = async () => get(await import('./responses.ts'))(call);
  const { data, error, mutate } = useSWR<Received<T>, ConnectError>(
    call,
    fetcher,
    isNew ? { ...options, revalidateIfStale: false } : options,
  );
  const receivedAt = data?.receivedAt;
  return { call, data: data?.value, receivedAt, isCurrent: Number(receivedAt) >= openedAt, error, mutate };
}

/** Calls that could not be refreshed, or all calls while offline. */
export function useOutdated(reads: Read[]): Read[] {
  const { online, stale } = useProxyState(connection);
  return reads.filter(({ call, error }) => !online || stale[call] || error !== undefined);
}

/** Mobile data is expensive, and the worker reports new data, so refetch only what has been on screen for a long time. */
export const swrOptions: SWRConfiguration = {
  revalidateOnFocus: true,
  focusThrottleInterval: 30 * 60_000,
  // Shorter than the default, so that "Try again" is not dropped as a duplicate.
  dedupingInterval: 500,
  errorRetryInterval: 2_000,
  errorRetryCount: 2,
  shouldRetryOnError: mayRetry,
};

/** Not after a 4xx. */
export function mayRetry({ status }: Pick<Partial<ConnectError>, 'status'>): boolean {
  return (status ?? 500) >= 500;
}
