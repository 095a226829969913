import { secretHeader } from '#src/contract/application-status.ts';
import type { Feature } from '#src/contract/features.ts';
import { forms } from '#src/contract/forms.ts';
import { asRecord, isHtml, parse } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';
import { serverErrors } from '#src/words/errors.ts';

import { Refusal } from '../lib/refusal.ts';
import { inProgress, isRemembered, rememberKeys, requestKey } from '../store/idempotency-keys.ts';
import type { Store } from '../store/open-store.ts';
import { responseBody } from '../web/response-body.ts';
import { replayed, type Service, type WriteResponse } from './service.ts';

const largestResponse = 10_000_000;
const repeatResponse = JSON.stringify({ message: serverErrors.repeated });

export const providerTimeoutMs = 15_000;

type ProviderResponse = { status: number; type: string; bytes: Buffer; headers: Record<string, string> };

/** Forwards calls to a provider. `keys`: of accepted writes, so that repeats are not forwarded. */
export function upstreamService(base: string, keys: Store, timeoutMs = providerTimeoutMs): Service {
  const ask = providerAt(base, timeoutMs);
  const writing = new Set<string>();

  return {
    async read({ call }) {
      const response = await ask(call, { method: 'GET' });
      const { status, type, bytes, headers } =
        call === connectCalls.features ? ownFeatures(response) : response;
      const etag = headers.etag === undefined ? {} : { etag: headers.etag };
      return {
        status,
        headers,
        payload: () => asRecord(parse(bytes.toString())).payload,
        body: () => ({ ...responseBody(type, bytes), ...etag }),
      };
    },

    async write(kind, { key, input, limit }) {
      const { call } = forms[kind];
      const request = requestKey(call, key, input);
      if (await isRemembered(keys.db, request))
        return { status: 201, body: repeatResponse, headers: replayed };
      await limit();
      if (writing.has(request.fingerprint)) throw inProgress();
      writing.add(request.fingerprint);
      try {
        const headers = { 'content-type': 'application/json', 'idempotency-key': key ?? request.fingerprint };
        const response = await ask(call, { method: 'POST', headers, body: JSON.stringify(input) });
        const isAccepted = response.status >= 200 && response.status < 300;
        if (isAccepted && isHtml(response.type, response.bytes.toString()))
          throw new Refusal(502, serverErrors.unreachable);
        if (isAccepted) await keys.write((trx) => rememberKeys(trx, [request])).catch(logUnsaved);
        return asWritten(response);
      } finally {
        writing.delete(request.fingerprint);
      }
    },

    application: async (method, secret) =>
      asWritten(await ask(connectCalls.application, { method, headers: { [secretHeader]: secret } })),
  };
}

function asWritten({ status, type, bytes, headers }: ProviderResponse): WriteResponse {
  return { status, body: bytes, headers: { ...headers, 'content-type': type } };
}

function logUnsaved(error: unknown): void {
  console.error('Could not store the key of an accepted write:', error instanceof Error ? error.message : '');
}

function providerAt(base: string, timeoutMs: number) {
  return async (call: string, init: RequestInit): Promise<ProviderResponse> => {
    try {
      const response = await fetch(base + call, {
        ...init,
        redirect: 'manual',
        headers: { accept: 'application/json', ...init.headers },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status >= 300 && response.status < 400) throw new Error('the provider redirects');
      const bytes = await readAtMost(response, largestResponse);
      const type = response.headers.get('content-type') ?? 'application/octet-stream';
      const forwardedHeaders = ['etag', 'last-modified', 'retry-after', 'content-language'];
      const headers = [...response.headers].filter(([name]) => forwardedHeaders.includes(name));
      return { status: response.status, type, bytes, headers: Object.fromEntries(headers) };
    } catch (error) {
      throw new Refusal(502, serverErrors.unreachable, { cause: error });
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

/** A provider that answers no list does not know the call: none, instead of an error in every console. */
function ownFeatures(answer: ProviderResponse): ProviderResponse {
  const { status, bytes } = answer;
  if ((status >= 500 && status !== 501) || [408, 425, 429].includes(status)) return answer;
  const { payload } = asRecord(parse(bytes.toString()));
  const notForwarded: unknown[] = ['alerts', 'files'] satisfies Feature[];
  const all: unknown[] = status === 200 && Array.isArray(payload) ? payload : [];
  const list = JSON.stringify({ payload: all.filter((one) => !notForwarded.includes(one)) });
  return { status: 200, type: 'application/json; charset=utf-8', bytes: Buffer.from(list), headers: {} };
}
