import { parseSecret } from '#src/contract/application-status.ts';
import { parseUpload } from '#src/contract/attachments.ts';
import { forms, payloadOf } from '#src/contract/forms.ts';
import {
  idempotencyHeader,
  isMissing,
  messagesOf,
  parseConfirm,
  parseResponse,
  translateError,
  trapField,
} from '#src/contract/response.ts';

import { postTimeoutMs } from './limits.ts';
import { keyOf, type Result, type Submission, type Why } from './submission.ts';

type Content = Pick<Submission, 'id' | 'kind' | 'job' | 'fields' | 'files'>;

/** Retry these 4xx statuses; the others are final. */
const retriable = [408, 409, 425, 429];

/** Posts a submission once, valid or not, so that a repeat has the same body. Never rejects. */
export async function post(submission: Content, base: string, send: typeof fetch): Promise<Result> {
  const { kind, job, fields, files } = submission;
  const trap = fields[trapField] ? { [trapField]: 'filled' } : {};
  try {
    const response = await send(base + forms[kind].call, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [idempotencyHeader]: keyOf(submission) },
      body: JSON.stringify({ ...payloadOf(kind, { ...fields, job }, files), ...trap }),
      signal: AbortSignal.timeout(postTimeoutMs),
    });
    const { ok, body, status, ...failed } = await readAnswer(response);
    if (!ok) return status === 410 && isMissing(status, body) ? { ...failed, isDeleted: true } : failed;
    return { sent: { secret: parseSecret(body), confirm: parseConfirm(body), upload: parseUpload(body) } };
  } catch {
    return noAnswer();
  }
}

/** The response's body, and what it means if it is an error. */
export async function readAnswer(response: Response) {
  const { ok, status, body } = await parseResponse(response);
  const isFinal = status >= 400 && status < 500 && !retriable.includes(status);
  // Our server applies its limit only to keys that it does not know.
  const isLimited = status === 429 && messagesOf(body).length > 0;
  const reason = isFinal ? 'refused' : isLimited ? 'limited' : 'service';
  const why: Why = { reason, message: translateError(status, body) };
  return { ok, status, body, why, retryAfterMs: parseRetryAfter(response.headers.get('Retry-After')) };
}

/** The server may still have stored it. */
export function noAnswer() {
  return { why: { reason: 'offline', message: translateError(null, undefined) } as const, retryAfterMs: 0 };
}

/** Parses seconds or an HTTP date. Returns milliseconds, or 0 if missing or invalid. */
function parseRetryAfter(header: string | null): number {
  if (!header?.trim()) return 0;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Math.max(0, wait || 0);
}
