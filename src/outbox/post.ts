import { honeypotField, idempotencyHeader, isPage, parse, translateError } from '#src/contract/answer.ts';
import { validateApplication } from '#src/contract/application.ts';
import { readSecret } from '#src/contract/application-status.ts';
import { validateSubscription } from '#src/contract/subscription.ts';
import type { Validation } from '#src/contract/validation.ts';
import { connectCalls } from '#src/paths.ts';

import { type Delivery, keyOf, type Submission } from './submission.ts';

type Content = Pick<Submission, 'id' | 'kind' | 'job' | 'fields'>;

/** Shorter than a claim. What arrives later is recognised by its key. */
const postTimeoutMs = 30_000;
/** Statuses below 500 that mean "later"; the others are the server's last word. */
const retriable = [408, 409, 425, 429];

/** The payload of the call, or what is wrong with the fields. */
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
    // Refused, cut or timed out: whether the server stored it is unknown.
    return { type: 'silent', message: translateError(null, undefined) };
  }
  return readAnswer(response, text);
}

function readAnswer(response: Response, text: string): Delivery {
  const { ok, status, headers } = response;
  const body = parse(text);
  const isServers = isFromServer(response, text);
  if (ok && isServers) return { type: 'sent', secret: readSecret(body) };
  return {
    type: 'answered',
    isFinal: isServers && status >= 400 && status < 500 && !retriable.includes(status),
    message: translateError(isServers ? status : 503, body),
    retryAfterMs: readRetryAfter(headers.get('Retry-After')),
  };
}

/** A captive portal or a gateway answers too: after a redirect, or as html, with any status and type. */
export function isFromServer({ redirected, headers }: Response, text: string): boolean {
  return !redirected && !isPage(headers.get('Content-Type'), text);
}

/** Seconds or an HTTP date -> milliseconds; 0 where there is none or it makes no sense. */
function readRetryAfter(header: string | null): number {
  if (!header?.trim()) return 0;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Math.max(0, wait || 0);
}
