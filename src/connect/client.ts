import { translateError } from '#src/contract/answer.ts';
import { connectMount } from '#src/paths.ts';

/** Where the connect API is; no slash at the end. */
export const connectBase = (import.meta.env.VITE_CONNECT_BASE ?? connectMount).replace(/\/+$/, '');

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
  const response = await request(call);
  const body = await response.json().catch((error: unknown) => {
    // Cut off on the way is a connection that failed; anything else is an answer that is no JSON.
    if (error instanceof SyntaxError) return undefined;
    throw new ConnectError(null, undefined);
  });
  const isAnswer = typeof body === 'object' && body !== null && 'payload' in body;
  if (!response.ok || !isAnswer) throw new ConnectError(response.status, body);
  return body.payload;
}

async function request(call: string): Promise<Response> {
  try {
    return await fetch(`${connectBase}${call}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    console.warn(`${call} got no answer.`, error);
    throw new ConnectError(null, undefined);
  }
}
