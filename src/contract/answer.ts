import { noAnswerText, otherErrorText, unauthorizedText } from '#src/content/connect-errors.ts';

export type ErrorBody = { error: string | { details: { message: string }[] } };

export const idempotencyHeader = 'Idempotency-Key';

/** Honeypot for bots. Autofill may fill it in too, so the server only flags the request. */
export const honeypotField = 'leave_empty';

/** Detects the HTML of a gateway or captive portal, whatever its status and content type. */
export function isPage(type: string | null, body: string): boolean {
  return /html/i.test(type ?? '') || /^\s*</.test(body);
}

/** Returns undefined for invalid JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Error texts of the product specification, section 8. `status` is null without a response. */
export function translateError(status: number | null, body: unknown): string {
  if (status === null) return noAnswerText;
  if (status === 401) return unauthorizedText;
  if (status === 422) return messageOf(body) ?? otherErrorText;
  return otherErrorText;
}

function messageOf(body: unknown): string | undefined {
  const error = typeof body === 'object' && body !== null ? (body as { error?: unknown }).error : undefined;
  if (typeof error === 'string' && error !== '') return error;
  if (typeof error !== 'object' || error === null) return undefined;
  const details = (error as { details?: unknown }).details;
  const first: unknown = Array.isArray(details) ? details[0] : undefined;
  const message =
    typeof first === 'object' && first !== null ? (first as { message?: unknown }).message : first;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** Days for which the server stores an Idempotency-Key. A request repeated later is stored again. */
export const keyRetentionDays = 90;
