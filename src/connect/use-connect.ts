import { use, useEffect } from 'react';
import useSWR, { mutate, SWRConfig, type SWRConfiguration, type SWRResponse } from 'swr';

import { isWorkerMessage } from '#src/contract/worker-messages.ts';
import { connection, noteWorkerMessage, onReconnect } from '#src/state/connection.ts';

import type * as Answers from './answers.ts';
import type { ConnectError } from './client.ts';
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

let isListening = false;

/**
 * Hears what speaks for fresh data: the worker's word on how the refresh of a saved copy went, requests that are
 * answered again, a visitor who comes back to the page. Call it before the first connect read, whose refresh may be faster
 * than the page; as often as you like.
 */
export function listenForNews(): void {
  if (isListening) return;
  isListening = true;
  onReconnect(askFailedAgain);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && connection.online) askFailedAgain();
  });
  try {
    navigator.serviceWorker?.addEventListener('message', hear);
  } catch (error) {
    console.warn('This browser lets no worker help; reads go to the network.', error);
  }
}

function hear({ data }: MessageEvent<unknown>): void {
  if (!isWorkerMessage(data)) return;
  noteWorkerMessage(data);
  if (data.type === 'connect-updated') void mutate(data.call);
  if (data.type !== 'connect-failed') askFailedAgain();
}

/** Asks once more for what is missing or stale on the open page: SWR has given up by then, and polling would cost money. */
function askFailedAgain(): void {
  const { cache } = SWRConfig.defaultValue;
  void mutate((call) => {
    if (typeof call !== 'string') return false;
    return connection.stale[call] === true || cache.get(call)?.error !== undefined;
  });
}
