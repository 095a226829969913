import { mutate, SWRConfig } from 'swr';

import { isMissing, readResponse, translateError } from '#src/contract/answer.ts';
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
export async function getPayload(call: string): Promise<Answered<unknown>> {
  listen();
  delete connection.stale[call];
  const answer = (refreshed.delete(call) && (await cachedAnswer(call))) || (await request(call));
  const { status, body, savedAt = Date.now() } = answer;
  if (!('payload' in body)) throw new ConnectError(status, body);
  return { value: body.payload, answeredAt: savedAt };
}

type Answer = Awaited<ReturnType<typeof read>>;

/** Returns undefined without a cached copy or if storage is blocked. */
async function cachedAnswer(call: string): Promise<Answer | undefined> {
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
  return { ...(await readResponse(response)), savedAt: savedAtOf(response) };
}

/** Rejects with a `ConnectError` unless the service answers with a 2xx. */
export async function request(call: string, init?: RequestInit): Promise<Answer> {
  const headers = { accept: 'application/json', ...init?.headers };
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(connectBase + call, { ...init, headers, signal })
    .then(read)
    .catch((error: unknown) => {
      console.warn(`${call} got no response.`, error);
      void reportNoAnswer();
      throw new ConnectError(null, undefined);
    });
  if (answer.savedAt === undefined) reportAnswer();
  if (!answer.ok) throw new ConnectError(answer.status, answer.body);
  return answer;
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
