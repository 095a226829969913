import { useEffect } from 'react';
import useSWR, { useSWRConfig } from 'swr';

import type { MediaType } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';
import { connection, onReconnect } from '#src/state/connection.ts';

import type { ConnectError, Received } from './client.ts';
import { type Read, swrOptions } from './hooks.ts';
import type { ListedArticle } from './responses.ts';

/** `rest`: why there may be older articles than these. */
type Searchable = { articles: ListedArticle[]; rest?: 'failed' | 'more' };

type Search = Read<Searchable> & { isSearching: boolean };

/** Reads a type's articles from the network, newest first, anew for each term: a copy may lack the newest ones. */
export function useSearchable(type: MediaType, term: string, mostPages: number): Search {
  const call = `search-${type}-${mostPages}-${term}`;
  const { cache } = useSWRConfig();
  const { data, error, isValidating, mutate } = useSWR<Received<Searchable>, ConnectError>(
    call,
    async () => {
      const read = await readPages(type, mostPages);
      connection.stale[call] = read.isCopy === true;
      return read;
    },
    // Back may return to a term that was searched for a moment ago.
    { ...swrOptions, revalidateOnFocus: false, keepPreviousData: true, dedupingInterval: 0 },
  );
  useEffect(
    () => () => {
      cache.delete(call);
      delete connection.stale[call];
    },
    [cache, call],
  );
  const hasFailed = data?.value.rest === 'failed';
  useEffect(() => (hasFailed ? onReconnect(() => void mutate()) : undefined), [hasFailed, mutate]);
  const read = { call, data: data?.value, receivedAt: data?.receivedAt, isCurrent: true, error, mutate };
  return { ...read, isSearching: isValidating };
}

/** After the first page without an answer, reads copies only. */
async function readPages(type: MediaType, mostPages: number): Promise<Received<Searchable>> {
  const { getArticlesFromNetwork, getArticlesCopy } = await import('./responses.ts');
  const found = new Map<string, ListedArticle>();
  const read: Omit<Received<Searchable>, 'value'> = { receivedAt: Date.now() };
  const end = (rest?: Searchable['rest']) => ({ ...read, value: { articles: [...found.values()], rest } });
  for (let page = 0; page < mostPages; page += 1) {
    const get = read.isCopy ? getArticlesCopy : getArticlesFromNetwork;
    const next = await get(connectCalls.mediaList(type, page)).catch((error: unknown) => ({ error }));
    if ('error' in next && page === 0) throw next.error;
    if ('error' in next) return end('failed');
    if (next.isCopy)
      Object.assign(read, { isCopy: true, receivedAt: Math.min(read.receivedAt, next.receivedAt) });
    const before = found.size;
    for (const article of next.value) found.set(article.id, article);
    // Some providers ignore the page number.
    if (found.size === before) return end();
  }
  return end('more');
}
