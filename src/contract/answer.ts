export type ErrorBody = { error: string | { details: { message: string }[] } };

export const idempotencyHeader = 'Idempotency-Key';

/**
 * A field no person sees. Who fills it is most likely a robot, but a person's browser may fill anything: what comes
 * with it is taken like the rest, and marked for the operator. The name and its label tell a filler nothing.
 */
export const honeypotField = 'leave_empty';

/** The page of a gateway or a hotspot is not the API's word, whatever its status and whatever it calls itself. */
export function isPage(type: string | null, body: string): boolean {
  return /html/i.test(type ?? '') || /^\s*</.test(body);
}

/** Undefined where it is no JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * One sentence for the visitor, after the product specification's error catalogue (section 8).
 * `status` null means that no response arrived.
 */
export function translateError(status: number | null, body: unknown): string {
  if (status === null) return 'Error 500: Server connection failed!.';
  if (status === 401) return 'Invalid Email address or password!';
  if (status === 422) return messageOf(body) ?? unknownError;
  return unknownError;
}

const unknownError = 'Error 446: Something went wrong!.';

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

/** How long the server remembers an Idempotency-Key with its answer; a request repeated later is stored again. */
export const answersKeptDays = 90;
