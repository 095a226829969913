import { mutate, SWRConfig } from 'swr';

import { parse, translateError } from '#src/contract/answer.ts';
import { isWorkerMessage, kept, savedAtHeader } from '#src/contract/worker-messages.ts';
import { connection, onReconnect, reportAnswer, reportNoAnswer } from '#src/state/connection.ts';

import { connectBase } from './connect-base.ts';

/** Longer than a slow provider takes, shorter than a visitor waits. */
const timeoutMs = 15_000;

/** A call that brought no payload. `status` null: nothing answered. The message is translated for the visitor. */
export class ConnectError extends Error {
  readonly status: number | null;

  constructor(status: number | null, body: unknown) {
    super(translateError(status, body));
    this.name = 'ConnectError';
    this.status = status;
  }
}

/** Fetches a connect call, such as `/job-list`, and gives the answer's payload as it came. */
export async function getPayload(call: string): Promise<unknown> {
  listen();
  delete connection.stale[call];
  const { response, text } = (renewed.delete(call) && (await keptAnswer(call))) || (await request(call));
  const body: { payload?: unknown } = Object(parse(text));
  noteCopy(call, response.headers);
  if (!response.ok || !('payload' in body)) throw new ConnectError(response.status, body);
  return body.payload;
}

/** The worker's copy of an answer. Undefined: there is none, or the storage is blocked. */
async function keptAnswer(call: string): Promise<Answer | undefined> {
  try {
    const copy = await caches.match(connectBase + call, { cacheName: kept.connect });
    return copy && (await readWhole(copy));
  } catch {
    return undefined;
  }
}

/** Notes how old the answer on screen is; without the worker's stamp it came from the network just now. */
export function noteCopy(call: string, headers: Headers): void {
  const savedAt = Number(headers.get(savedAtHeader));
  if (savedAt > 0) connection.savedAt[call] = savedAt;
  else {
    delete connection.savedAt[call];
    reportAnswer();
  }
}

type Answer = { response: Response; text: string };

async function readWhole(response: Response): Promise<Answer> {
  return { response, text: await response.text() };
}

/** Rejects where nothing answers, or the answer is cut off on the way. */
export async function request(call: string, init?: RequestInit): Promise<Answer> {
  const headers = { accept: 'application/json', ...init?.headers };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await readWhole(await fetch(connectBase + call, { ...init, headers, signal }));
  } catch (error) {
    console.warn(`${call} got no answer.`, error);
    void reportNoAnswer();
    throw new ConnectError(null, undefined);
  }
}

/** Calls whose new answer the worker has just stored: read from the cache, so that they are not fetched twice. */
const renewed = new Set<string>();
let isListening = false;

/** Before the first request: the worker may have refreshed its copy before React comes to listening. */
function listen(): void {
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
  const base = new URL(connectBase, location.href).href;
  const call = data.payload.updatedURL.slice(base.length);
  if (data.type === 'FETCH_FAILED') {
    connection.stale[call] = true;
    void reportNoAnswer();
    return;
  }
  reportAnswer();
  renewed.add(call);
  // A page that does not show it asks the worker when it does.
  void mutate(call).finally(() => renewed.delete(call));
}

/** Asks once more for what is missing or stale on the open page: SWR has given up by then, and polling would cost money. */
function askFailedAgain(): void {
  const { cache } = SWRConfig.defaultValue;
  void mutate(
    (call) =>
      typeof call === 'string' && (connection.stale[call] === true || cache.get(call)?.error !== undefined),
  );
}

/** "Check again": the installed app on iOS has no other way to look. */
export async function checkAgain(calls: string[]): Promise<void> {
  await reportNoAnswer();
  if (!connection.online) return;
  const { lookForUpdate } = await import('./worker.ts');
  await Promise.all([lookForUpdate(), ...calls.map((call) => mutate(call))]);
}
