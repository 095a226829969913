import { use, useEffect } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';

import type * as Answers from './answers.ts';
import type { ConnectError } from './client.ts';
import { listenForNews } from './news.ts';
import { ServerDataContext } from './server-data.ts';
import { swrOptions } from './swr-options.ts';

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
  const fromServer = use(ServerDataContext)[call] as T | undefined;
  const cameWithHtml = fromServer !== undefined && !shown.has(call);
  // What came with the html asks for nothing, and hears all the same.
  useEffect(listenForNews, []);
  useEffect(() => {
    shown.add(call);
  }, [call]);
  return useSWR<T, ConnectError>(call, async () => choose(await import('./answers.ts'))(call), {
    ...swrOptions,
    ...others,
    fallbackData: fromServer,
    revalidateIfStale: revalidateIfStale && !cameWithHtml,
  });
}
