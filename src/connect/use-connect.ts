import { useEffect } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse, useSWRConfig } from 'swr';

import type * as Answers from './answers.ts';
import type { ConnectError } from './client.ts';
import { listenForNews } from './news.ts';

/** Calls whose data came with the html and were shown once; the next time they are fetched. */
const shown = new Set<string>();

type Get<T> = (call: string) => Promise<T>;

/**
 * One call of the connect API; its path is the SWR key, on the server too. `revalidateIfStale` false: what is
 * at hand is good enough.
 */
export function useConnect<T>(
  call: string,
  choose: (answers: typeof Answers) => Get<T>,
  { revalidateIfStale = true, ...others }: SWRConfiguration = {},
): SWRResponse<T, ConnectError> {
  const { fallback } = useSWRConfig();
  const cameWithHtml = fallback?.[call] !== undefined && !shown.has(call);
  useEffect(listenForNews, []);
  useEffect(() => {
    shown.add(call);
  }, [call]);
  return useSWR<T, ConnectError>(call, async () => choose(await import('./answers.ts'))(call), {
    ...others,
    revalidateIfStale: revalidateIfStale && !cameWithHtml,
  });
}
