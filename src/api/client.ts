import { translateError } from '#src/contract/answer.ts';
import { timeLimit } from '#src/outbox/time-limit.ts';
import { noteCopy, reportNoAnswer } from '#src/state/connection.ts';

import { connectBase } from './connect-base.ts';
import { listenForNews } from './news.ts';

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
  const body = await readJson(response);
  const isAnswer = typeof body === 'object' && body !== null && 'payload' in body;
  noteCopy(call, response.headers);
  if (!response.ok || !isAnswer) throw new ConnectError(response.status, body);
  return body.payload;
}

async function request(call: string): Promise<Response> {
  // The worker may have refreshed its copy before React comes to listening.
  listenForNews();
  try {
    return await fetch(`${connectBase}${call}`, {
      headers: { accept: 'application/json' },
      signal: timeLimit(timeoutMs),
    });
  } catch (error) {
    throw noAnswer(call, error);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    // An answer that is no JSON is an answer; one that was cut off on the way is none.
    if (error instanceof SyntaxError) return undefined;
    throw noAnswer(response.url, error);
  }
}

export function noAnswer(what: string, error: unknown): ConnectError {
  console.warn(`${what} got no answer.`, error);
  void reportNoAnswer();
  return new ConnectError(null, undefined);
}
