import { noResponseText, otherErrorText, unauthorizedText } from '#src/words/errors.ts';

export type ErrorBody = { error: string | { details: { message: string }[] } };

export const idempotencyHeader = 'Idempotency-Key';

/** Hidden from people, but a browser may fill it in too: the server then asks for the form once more. */
export const trapField = 'leave_empty';

/** The part of a `fetch` response that is read here. */
type Received = {
  ok: boolean;
  status: number;
  redirected: boolean;
  headers: { get: (name: string) => string | null };
  text: () => Promise<string>;
};

/** A response of the connect API. 503 also stands for a gateway or captive portal that redirects or sends HTML. */
export async function parseResponse(response: Received) {
  const text = await response.text();
  const isFromServer = !response.redirected && !isHtml(response.headers.get('Content-Type'), text);
  const { ok, status } = isFromServer ? response : { ok: false, status: 503 };
  return { ok, status, body: asRecord(parse(text)), text };
}

/** True if the service says that something does not exist. */
export function isMissing(status: number | null, body: unknown): boolean {
  return (status === 404 || status === 410) && 'error' in asRecord(body);
}

/** Detects the HTML of a gateway or captive portal, whatever its status and content type. */
export function isHtml(type: string | null, body: string): boolean {
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

/** A provider may cut a text in the middle of an emoji: `encodeURIComponent` rejects lone surrogates. */
export function asRecord(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  const wellFormed = (value: unknown) =>
    typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd') : value;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, wellFormed(value)]));
}

/** Texts from the product specification, section 8. `status` is null without a response. */
export function translateError(status: number | null, body: unknown): string {
  if (status === null) return noResponseText;
  if (status === 401) return unauthorizedText;
  if (status === 422) return messagesOf(body)[0] ?? otherErrorText;
  return otherErrorText;
}

/** Reads the contract's error shape. A provider's errors may have another shape. */
export function messagesOf(body: unknown): string[] {
  const { error } = asRecord(body);
  const { details } = asRecord(error);
  const all: unknown[] = Array.isArray(details) ? details : [error];
  const messages = all.map((one) => asRecord(one).message ?? one);
  return messages.filter((message): message is string => typeof message === 'string' && message !== '');
}

/** True if the response to `POST subscribe` says that a confirmation link was sent. */
export function parseConfirm(body: unknown): true | undefined {
  return asRecord(body).confirm === true || undefined;
}
