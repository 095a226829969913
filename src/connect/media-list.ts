import { useEffect, useMemo } from 'react';
import { useSWRConfig } from 'swr';

import type { MediaType } from '#src/contract/media.ts';
import { connectCalls } from '#src/paths.ts';

import type { MediaEntry } from './media-entry.ts';
import { useConnect } from './use-connect.ts';

/** Press releases or blog posts, newest first; page 0 is the newest. */
export function useMediaList(type: MediaType, page = 0) {
  return useConnect(connectCalls.mediaList(type, page), ({ getEntries }) => getEntries);
}

/**
 * A page of a list if it is at hand; nothing is fetched for it. A key's first hook is the one that SWR asks for fresh
 * data, so this one could fetch as well.
 */
export function useLoadedList(type: MediaType, page = 0): MediaEntry[] | undefined {
  return useConnect(connectCalls.mediaList(type, page), ({ getEntries }) => getEntries, neverByItself).data;
}

const neverByItself = { revalidateIfStale: false, revalidateOnMount: false, revalidateOnReconnect: false };

/** Makes both newest lists be at hand; for a page that they only add to, so nothing that is here is fetched again. */
export function useNewestLists(): void {
  const isKept = { revalidateIfStale: false };
  useConnect(connectCalls.mediaList('press'), ({ getEntries }) => getEntries, isKept);
  useConnect(connectCalls.mediaList('blog'), ({ getEntries }) => getEntries, isKept);
}

/** Everything of a kind that is at hand, with whole texts: what came cut with the html is fetched. */
export function useSearchable(type: MediaType, page: number): MediaEntry[] | undefined {
  const { data, mutate } = useMediaList(type, page);
  const { cache } = useSWRConfig();
  const isCut = data?.some((entry) => entry.isCut) ?? false;
  useEffect(() => {
    if (isCut) void mutate();
  }, [isCut, mutate]);
  return useMemo(() => {
    if (data === undefined) return undefined;
    const others = Array.from(cache.keys())
      .filter((key) => key.startsWith(connectCalls.mediaListOf(type)))
      .flatMap((key) => (cache.get(key)?.data ?? []) as MediaEntry[]);
    return Array.from(new Map([...others, ...data].map((entry) => [entry.id, entry])).values());
  }, [data, cache, type]);
}
