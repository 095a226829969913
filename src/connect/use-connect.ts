import { useEffect } from 'react';
import useSWR, { type SWRResponse, useSWRConfig } from 'swr';

import { type ConnectError, getPayload } from './client.ts';
import { listenToWorker } from './worker-listener.ts';

/** Calls whose data came with the html and were shown once; the next time they are fetched. */
const shown = new Set<string>();

type ConnectOptions = {
  get?: (call: string) => Promise<unknown>;
  /** False: what is at hand is good enough. */
  revalidateIfStale?: boolean;
};

/** One call of the connect API; its path is the SWR key, on the server too. */
export function useConnect<T>(
  call: string,
  read: (payload: unknown) => T,
  { get = getPayload, revalidateIfStale = true }: ConnectOptions = {},
): SWRResponse<T, ConnectError> {
  const { fallback } = useSWRConfig();
  const cameWithHtml = fallback?.[call] !== undefined && !shown.has(call);
  useEffect(listenToWorker, []);
  useEffect(() => {
    shown.add(call);
  }, [call]);
  return useSWR<T, ConnectError>(call, async () => read(await get(call)), {
    revalidateIfStale: revalidateIfStale && !cameWithHtml,
  });
}
