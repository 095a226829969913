import {
  honeypotField,
  idempotencyHeader,
  isPage,
  parse,
  readConfirm,
  translateError,
} from '#src/contract/answer.ts';
import { validateApplication } from '#src/contract/application.ts';
import { readSecret } from '#src/contract/application-status.ts';
import { validateSubscription } from '#src/contract/subscription.ts';
import type { Validation } from '#src/contract/validation.ts';
import { connectCalls } from '#src/paths.ts';

import { type Delivery, keyOf, type Submission } from './submission.ts';

type Content = Pick<Submission, 'id' | 'kind' | 'job' | 'fields'>;

/** Must be shorter than `claimMs`. */
const postTimeoutMs = 30_000;
/** Retry these 4xx statuses; the others are final. */
const retriable = [408, 409, 425, 429];

/** Returns the payload to post, or the problems of the fields. */
export function validate({ kind, job, fields }: Omit<Content, 'id'>): Validation<object> {
  if (kind === 'subscribe') return validateSubscription(fields);
  const { first_name = '', last_name = '', ...others } = fields;
  return validateApplication({ ...others, name: `${first_name.trim()} ${last_name.trim()}`, job });
}

/** Posts a submission once. Never rejects. */
export async function post(submission: Content, base: string, send: typeof fetch): Promise<Delivery> {
  const { kind, fields } = submission;
  const checked = validate(submission);
  const flag = fields[honeypotField] ? { [honeypotField]: 'filled' } : {};
  let response: Response;
  let text: string;
  try {
    response = await send(base + (kind === 'apply' ? connectCalls.jobApply : connectCalls.subscribe), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [idempotencyHeader]: keyOf(submission) },
      body: JSON.stringify({ ...(checked.ok ? checked.value : fields), ...flag }),
      signal: AbortSignal.timeout(postTimeoutMs),
    });
    text = await response.text();
  } catch {
    // The server may have stored it all the same.
    return { type: 'silent', message: translateError(null, undefined) };
  }
  return readAnswer(response, text);
}

function readAnswer(response: Response, text: string): Delivery {
  const { ok, status, headers } = response;
  const body = parse(text);
  const fromServer = isFromServer(response, text);
  if (ok && fromServer) return { type: 'sent', secret: readSecret(body), confirm: readConfirm(body) };
  return {
    type: 'answered',
    isFinal: fromServer && status >= 400 && status < 500 && !retriable.includes(status),
    message: translateError(fromServer ? status : 503, body),
    retryAfterMs: readRetryAfter(headers.get('Retry-After')),
  };
}

/** Rejects responses of gateways and captive portals, which redirect or send HTML. */
export function isFromServer({ redirected, headers }: Response, text: string): boolean {
  return !redirected && !isPage(headers.get('Content-Type'), text);
}

/** Parses seconds or an HTTP date. Returns milliseconds, or 0 if missing or invalid. */
function readRetryAfter(header: string | null): number {
  if (!header?.trim()) return 0;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Math.max(0, wait || 0);
}
