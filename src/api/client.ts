import { mutate, SWRConfig } from 'swr';

import { asRecord, parse, translateError } from '#src/contract/answer.ts';
import { cacheNames, isWorkerMessage, savedAtHeader } from '#src/contract/worker-messages.ts';
import { connection, onReconnect, reportAnswer, reportNoAnswer } from '#src/state/connection.ts';

import { callUrl, connectBase } from './connect-base.ts';

/** Longer than a slow provider needs to respond. */
const timeoutMs = 15_000;

/** `answeredAt`: when the service gave it (ms since the epoch). */
export type Answered<T> = { value: T; answeredAt: number };

/** A failed call. `status` is null without a response. The message is for the visitor. */
export class ConnectError extends Error {
  readonly status: number | null;
  /** The service has no such item. False for a captive portal's 404. */
  readonly isMissing: boolean;

  constructor(status: number | null, body: unknown) {
    super(translateError(status, body));
    this.name = 'ConnectError';
    this.status = status;
    this.isMissing = (status === 404 || status === 410) && 'error' in asRecord(body);
  }
}

/** Fetches a call of `connectCalls`. Returns the payload unparsed. */
export async function getPayload(call: string): Promise<Answered<unknown>> {
  listen();
  delete connection.stale[call];
  const { response, text } = (refreshed.delete(call) && (await cachedAnswer(call))) || (await request(call));
  const savedAt = savedAtOf(response);
  if (savedAt === undefined) reportAnswer();
  const body = asRecord(parse(text));
  if (!response.ok || !('payload' in body)) throw new ConnectError(response.status, body);
  return { value: body.payload, answeredAt: savedAt ?? Date.now() };
}

/** Returns undefined without a cached copy or if storage is blocked. */
async function cachedAnswer(call: string): Promise<Answer | undefined> {
  try {
    const copy = await caches.match(connectBase + call, { cacheName: cacheNames.connect });
    return copy && (await readText(copy));
  } catch {
    return undefined;
  }
}

/** The worker's stamp. Undefined for a response from the network. */
export function savedAtOf({ headers }: Response): number | undefined {
  return Number(headers.get(savedAtHeader)) || undefined;
}

type Answer = { response: Response; text: string };

async function readText(response: Response): Promise<Answer> {
  return { response, text: await response.text() };
}

/** Rejects without a complete response. */
export async function request(call: string, init?: RequestInit): Promise<Answer> {
  const headers = { accept: 'application/json', ...init?.headers };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await readText(await fetch(connectBase + call, { ...init, headers, signal }));
  } catch (error) {
    console.warn(`${call} got no response.`, error);
    void reportNoAnswer();
    throw new ConnectError(null, undefined);
  }
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
    void reportNoAnswer();
    return;
  }
  reportAnswer();
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
