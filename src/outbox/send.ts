import { idempotencyHeader, isPage, translateError } from '#src/contract/answer.ts';
import { readSecret } from '#src/contract/application-status.ts';
import { connectCalls } from '#src/paths.ts';

import type { Kind, OutboxEntry } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';
import { readRetryAfter } from './retry.ts';
import { timeLimit } from './time-limit.ts';

/** How one attempt ended. `answered`: with an error, whose message is for the visitor. */
export type Delivery =
  /** `secret`: by which an application is followed. */
  | { type: 'sent'; message: string; secret?: string }
  | { type: 'answered'; status: number; message: string; retryAfter: number }
  | { type: 'no-answer' };

const calls = { apply: connectCalls.jobApply, subscribe: connectCalls.subscribe } satisfies Record<
  Kind,
  string
>;

/** Long enough for a slow line; what arrives later is caught by the Idempotency-Key at the next attempt. */
const timeout = 30_000;

export async function send(entry: OutboxEntry, env: OutboxEnvironment): Promise<Delivery> {
  let response: Response;
  let body: string;
  try {
    response = await env.fetch(env.base + calls[entry.kind], {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [idempotencyHeader]: entry.id },
      body: JSON.stringify(entry.payload),
      signal: timeLimit(timeout),
    });
    body = await response.text();
  } catch {
    // Refused, cut or timed out: whether the server stored it is unknown, so the same key asks again.
    return { type: 'no-answer' };
  }
  const isServers = isFromServer(response, body);
  if (response.ok && isServers) {
    const answer = parse(body);
    return { type: 'sent', message: messageOf(answer), secret: readSecret(answer) };
  }
  // Whoever stood in the way says nothing about the request: the server may even have stored it before.
  const status = isServers ? response.status : 503;
  return {
    type: 'answered',
    status,
    message: translateError(status, parse(body)),
    retryAfter: readRetryAfter(response.headers.get('Retry-After'), env.now()),
  };
}

/** A hotspot's login page or a gateway also answers, after a redirect or as html, whatever status and type it gives itself. */
export function isFromServer({ redirected, headers }: Response, body: string): boolean {
  return !redirected && !isPage(headers.get('Content-Type'), body);
}

/** Undefined where it is no JSON. */
export function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function messageOf(body: unknown): string {
  const message = typeof body === 'object' && body !== null ? (body as { message?: unknown }).message : '';
  return typeof message === 'string' ? message : '';
}
