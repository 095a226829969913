import { isPage } from '#src/contract/answer.ts';
import { secretHeader } from '#src/contract/application-status.ts';
import type { Feature } from '#src/contract/features.ts';
import { asRecord } from '#src/contract/validation.ts';
import { connectCalls } from '#src/paths.ts';

import { type AnswerBody, answerBody, bytesOf, compressBody } from '../http/answer-body.ts';
import { AnswerCache } from '../http/answer-cache.ts';
import { Refusal } from '../http/error-answers.ts';
import { hashOf } from '../store/application-secret.ts';
import { forgetWithdrawn, personOf } from '../store/erasure.ts';
import type { Store } from '../store/open-store.ts';
import { claim, isAnswered, type RequestKey, requestKey, unlessLocked } from './idempotency.ts';
import { replayed, type Service } from './service.ts';

const largestAnswer = 10_000_000;
/** Compressing megabytes takes a second of a processor; the same answer is compressed once. */
const bytesKept = 32_000_000;
const providerAway = 'The service behind this site cannot be reached. Please try again later.';

/** How long a provider may take. */
export const providerPatienceMs = 15_000;

type ProviderAnswer = { status: number; type: string; bytes: Buffer; headers: Record<string, string> };

/**
 * Passes the calls on to a provider, who counts as unreachable when it has not answered in full after `timeoutMs`;
 * `store` keeps the answers to writes, so that a repeat is not passed on twice.
 */
export function upstreamService(base: string, store: Store, timeoutMs = providerPatienceMs): Service {
  const ask = providerAt(base, timeoutMs);
  const compressed = new AnswerCache<AnswerBody>(bytesKept, bytesOf);
  return {
    async read(call) {
      const { status, type, bytes, headers } = await ask(call, { method: 'GET' });
      const plain = answerBody(type, call === connectCalls.features ? withoutAlerts(bytes) : bytes);
      const body = await compressed.get(call, plain.etag, async (keep) => keep(await compressBody(plain)));
      return { status, body: { ...body, ...etagOf(headers) }, headers };
    },
    async write(submission, input, header) {
      const request = requestKey(header, submission, input);
      const earlier = await reserve(store, request, timeoutMs, personOf(asRecord(input).email));
      if (earlier !== undefined) return { ...earlier, headers: replayed };
      const answer = await ask(submission.call, {
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
      if (taken && isPage(answer.type, answer.bytes.toString())) {
        await release(store, request);
        throw new Refusal(502, providerAway);
      }
      // Taken is taken, also where that cannot be noted.
      if (taken) await settle(store, request, answer).catch(notNoted('took'));
      else await release(store, request);
      return {
        status: answer.status,
        body: answer.bytes,
        headers: { ...answer.headers, 'content-type': answer.type },
      };
    },
    isKnownKey: (call, header) => isAnswered(store, call, header),
    async application(method, secret) {
      const { status, type, bytes, headers } = await ask(connectCalls.application, {
        method,
        headers: { [secretHeader]: secret },
      });
      const isGone = status === 404 && !isPage(type, bytes.toString());
      // Withdrawn is withdrawn, also where that cannot be noted. The answer to a DELETE may have been lost before.
      if (isGone || (method === 'DELETE' && status >= 200 && status < 300))
        await forgetWithdrawn(store, hashOf(secret)).catch(notNoted('withdrew'));
      return { status, body: bytes, headers: { ...headers, 'content-type': type } };
    },
  };
}

function providerAt(base: string, timeoutMs: number) {
  return async (call: string, init: RequestInit): Promise<ProviderAnswer> => {
    try {
      const response = await fetch(base + call, {
        ...init,
        redirect: 'manual',
        headers: { accept: 'application/json', ...init.headers },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status >= 300 && response.status < 400) throw new Error('the provider redirects');
      const bytes = await readAtMost(response, largestAnswer);
      const type = response.headers.get('content-type') ?? 'application/octet-stream';
      return { status: response.status, type, bytes, headers: passedOn(response.headers) };
    } catch (error) {
      throw new Refusal(502, providerAway, { cause: error });
    }
  };
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

async function reserve(store: Store, request: RequestKey, timeoutMs: number, person: string) {
  await dropAbandoned(store, timeoutMs);
  return unlessLocked(store, (trx) => claim(trx, request, person));
}

/** A server that was killed while it waited for the provider left its key behind. */
async function dropAbandoned(store: Store, timeoutMs: number): Promise<void> {
  const latest = new Date(Date.now() - 2 * timeoutMs).toISOString();
  await store.db.deleteFrom('answers').where('status', 'is', null).where('created_at', '<', latest).execute();
}

async function settle(store: Store, request: RequestKey, answer: ProviderAnswer): Promise<void> {
  const { body, secret } = withoutSecret(answer.bytes.toString());
  const secret_hash = secret === undefined ? null : hashOf(secret);
  await store.db
    .updateTable('answers')
    // PostgreSQL's text has no NUL.
    .set({ status: answer.status, body: body.replaceAll('\0', ''), secret_hash })
    .where('request_key', '=', request.key)
    .execute();
}

/** A repeat is not told the secret again: it would have to be kept in clear. */
function withoutSecret(body: string): { body: string; secret?: string } {
  try {
    const { secret, ...others } = asRecord(JSON.parse(body));
    return secret === undefined ? { body } : { body: JSON.stringify(others), secret: String(secret) };
  } catch {
    return { body };
  }
}

function notNoted(what: string) {
  return (error: unknown) =>
    console.error(`What a provider ${what} could not be noted.`, error instanceof Error ? error.message : '');
}

/** Calls about alerts are not passed on: a provider that knows them is known by another address. */
function withoutAlerts(bytes: Buffer): Buffer {
  try {
    const { payload, ...others } = asRecord(JSON.parse(bytes.toString()));
    if (!Array.isArray(payload)) return bytes;
    const known = payload.filter((feature) => feature !== ('alerts' satisfies Feature));
    return known.length === payload.length
      ? bytes
      : Buffer.from(JSON.stringify({ ...others, payload: known }));
  } catch {
    return bytes;
  }
}

async function release(store: Store, request: RequestKey): Promise<void> {
  await store.db
    .deleteFrom('answers')
    .where('request_key', '=', request.key)
    .where('status', 'is', null)
    .execute();
}
