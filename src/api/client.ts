import { mutate, SWRConfig } from 'swr';

import { isMissing, parseResponse, translateError } from '#src/contract/response.ts';
import { cacheNames, isWorkerMessage, savedAtHeader } from '#src/contract/worker-messages.ts';
import { connection, onReconnect, reportNoResponse, reportResponse } from '#src/state/connection.ts';

import { callUrl, connectBase } from './connect-base.ts';

/** Longer than a slow provider needs to respond. */
const timeoutMs = 15_000;

/** `receivedAt`: when the service sent it (ms since the epoch). `isCopy`: it comes from this device. */
export type Received<T> = { value: T; receivedAt: number; isCopy?: true };

/** A failed call. `status` is null without a response. The message is for the visitor. */
export class ConnectError extends Error {
  readonly status: number | null;
  /** The service has no such item. */
  readonly isMissing: boolean;

  constructor(status: number | null, body: unknown) {
    super(translateError(status, body));
    this.name = 'ConnectError';
    this.status = status;
    this.isMissing = isMissing(status, body);
  }
}

/** Fetches a call of `connectCalls`. Returns the payload unparsed. */
export async function getPayload(call: string): Promise<Received<unknown>> {
  listen();
  delete connection.stale[call];
  return payloadOf((refreshed.delete(call) && (await cachedResponse(call))) || (await request(call)));
}

/** Like `getPayload`, but the worker answers with its copy only if the network does not answer. */
export async function getFromNetwork(call: string): Promise<Received<unknown>> {
  listen();
  return payloadOf(await request(call, { cache: 'no-cache' }));
}

/** Like `getPayload`, but requests nothing. */
export async function getCopy(call: string): Promise<Received<unknown>> {
  const copy = await cachedResponse(call);
  if (copy === undefined) throw new ConnectError(null, undefined);
  return payloadOf(copy);
}

function payloadOf({ status, body, savedAt }: ReadResponse): Received<unknown> {
  if (!('payload' in body)) throw new ConnectError(status, body);
  const { payload: value } = body;
  return savedAt === undefined
    ? { value, receivedAt: Date.now() }
    : { value, receivedAt: savedAt, isCopy: true };
}

type ReadResponse = Awaited<ReturnType<typeof read>>;

/** Returns undefined without a cached copy or if storage is blocked. */
async function cachedResponse(call: string): Promise<ReadResponse | undefined> {
  try {
    const copy = await caches.match(connectBase + call, { cacheName: cacheNames.connect });
    return copy && (await read(copy));
  } catch {
    return undefined;
  }
}

/** The worker's stamp. Undefined for a response from the network. */
export function savedAtOf({ headers }: Response): number | undefined {
  return Number(headers.get(savedAtHeader)) || undefined;
}

async function read(response: Response) {
  return { ...(await parseResponse(response)), savedAt: savedAtOf(response) };
}

/** Rejects with a `ConnectError` unless the service responds with a 2xx. */
export async function request(call: string, init?: RequestInit): Promise<ReadResponse> {
  const headers = { accept: 'application/json', ...init?.headers };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(connectBase + call, { ...init, headers, signal })
    .then(read)
    .catch((error: unknown) => {
      console.warn(`${call} got no response.`, error);
      void reportNoResponse();
      throw new ConnectError(null, undefined);
    });
  if (response.savedAt === undefined) reportResponse();
  if (!response.ok) throw new ConnectError(response.status, response.body);
  return response;
}

/** Calls just refreshed by the worker. Read them from the cache instead of fetching twice. */
const refreshed = new Set<string>();
let isListening = false;

/** Call before the first request: the worker may refresh its copy before an effect runs. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  onReconnect(retryFailed);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && connection.online) retryFailed();
  });
  try {
    navigator.serviceWorker?.addEventListener('message', handleMessage);
  } catch (error) {
    console.warn('The browser blocks service workers; reading from the network.', error);
  }
}

function handleMessage({ data }: MessageEvent<unknown>): void {
  if (!isWorkerMessage(data)) return;
  const call = data.payload.updatedURL.slice(callUrl('').length);
  if (data.type === 'FETCH_FAILED') {
    connection.stale[call] = true;
    void reportNoResponse();
    return;
  }
  reportResponse();
  refreshed.add(call);
  // Calls that are not on screen are read from the worker when needed.
  void mutate(call).finally(() => refreshed.delete(call));
}

/** Retries failed and stale calls once. SWR has given up by then, and polling would cost the visitor money. */
function retryFailed(): void {
  const { cache } = SWRConfig.defaultValue;
  void mutate(
    (call) =>
      typeof call === 'string' && (connection.stale[call] === true || cache.get(call)?.error !== undefined),
  );
}
