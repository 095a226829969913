import { answerBody, compressBody } from '../answer-body.ts';
import { Refusal } from '../error-answers.ts';
import type { Store } from '../store/open-store.ts';
import { claim, inProgress, isAnswered, type RequestKey, requestKey } from './idempotency.ts';
import { replayed, type Service } from './service.ts';

/** A provider that has not answered in full by then counts as unreachable. */
export const upstreamTimeoutMs = 15_000;
const largestAnswer = 10_000_000;

type ProviderAnswer = { status: number; type: string; bytes: Buffer; headers: Record<string, string> };

/** Passes the calls on to a provider; `store` keeps the answers to writes, so that a repeat is not passed on twice. */
export function upstreamService(base: string, store: Store): Service {
  return {
    async read(call) {
      const { status, type, bytes, headers } = await ask(base + call, { method: 'GET' });
      return { status, body: { ...compressBody(answerBody(type, bytes)), ...etagOf(headers) }, headers };
    },
    async write(submission, input, header) {
      const request = requestKey(header, submission.call, input);
      const earlier = await reserve(store, request);
      if (earlier !== undefined) return { ...earlier, headers: replayed };
      const answer = await ask(base + submission.call, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': request.key.replace(/^\w+:/, ''),
        },
        body: JSON.stringify(input),
      }).catch(async (error: unknown) => {
        await release(store, request);
        throw error;
      });
      const taken = answer.status >= 200 && answer.status < 300;
      await (taken ? settle(store, request, answer) : release(store, request));
      return {
        status: answer.status,
        body: answer.bytes,
        headers: { ...answer.headers, 'content-type': answer.type },
      };
    },
    isKnownKey: (header) => isAnswered(store, header),
    check: async () => {},
  };
}

async function ask(url: string, init: RequestInit): Promise<ProviderAnswer> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'application/json', ...init.headers },
      signal: AbortSignal.timeout(upstreamTimeoutMs),
    });
    if (response.status >= 300 && response.status < 400) throw new Error('the provider redirects');
    const bytes = await readAtMost(response, largestAnswer);
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    return { status: response.status, type, bytes, headers: passedOn(response.headers) };
  } catch (error) {
    throw new Refusal(502, 'The service behind this site cannot be reached. Please try again later.', {
      cause: error,
    });
  }
}

async function readAtMost(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw new Error(`the provider sent more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function passedOn(headers: Headers): Record<string, string> {
  const names = ['etag', 'last-modified', 'retry-after', 'content-language'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function etagOf({ etag }: Record<string, string>): { etag: string } | Record<string, never> {
  return etag === undefined ? {} : { etag };
}

async function reserve(store: Store, request: RequestKey) {
  await dropAbandoned(store);
  return store
    .write((trx) => claim(trx, request))
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === '55P03') throw inProgress();
      throw error;
    });
}

/** A server that was killed while it waited for the provider left its key behind. */
async function dropAbandoned(store: Store): Promise<void> {
  const latest = new Date(Date.now() - 2 * upstreamTimeoutMs).toISOString();
  await store.db.deleteFrom('answers').where('status', 'is', null).where('created_at', '<', latest).execute();
}

async function settle(store: Store, request: RequestKey, answer: ProviderAnswer): Promise<void> {
  await store.db
    .updateTable('answers')
    .set({ status: answer.status, body: answer.bytes.toString() })
    .where('request_key', '=', request.key)
    .execute();
}

async function release(store: Store, request: RequestKey): Promise<void> {
  await store.db
    .deleteFrom('answers')
    .where('request_key', '=', request.key)
    .where('status', 'is', null)
    .execute();
}
