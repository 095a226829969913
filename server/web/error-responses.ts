import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { lineLimit } from '#src/contract/fields.ts';
import { type ErrorBody, messagesOf, trapField } from '#src/contract/response.ts';
import { pages } from '#src/paths.ts';
import { serverErrors, formErrorPage as words } from '#src/words/errors.ts';
import * as site from '#src/words/site.ts';
import { company, telUrl, whatsappChat } from '#src/words/site.ts';

import { Refusal } from '../lib/refusal.ts';
import { storeProblem } from '../store/store-problems.ts';
import { escapeXml } from './escape-xml.ts';

export const formType = 'application/x-www-form-urlencoded';

/** Sends errors in the contract's shape, or as a page in response to a form. */
export function respondToErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = describeError(error, request, reply);
    reply.code(status).header('cache-control', 'no-store');
    if (isFormPost(request)) return sendFormPage(reply, body);
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

export function describeError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    if (error.cause !== undefined) request.log.warn({ err: error.cause }, error.message);
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
    const { statusCode: status, message, problems } = error;
    const body: ErrorBody = { error: problems.length === 0 ? message : { details: problems } };
    return { status, body };
  }
  const problem = storeProblem(error);
  const status = problem ? 503 : statusOf(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (problem) reply.header('retry-after', retryAfter[problem]);
  const failed = problem ? serverErrors.notStored(problem) : serverErrors.failed;
  const message = status < 500 && error instanceof Error ? error.message : failed;
  return { status, body: { error: message } satisfies ErrorBody };
}

/** Seconds. */
const retryAfter = { full: 60, busy: 5, away: 5 };

function statusOf(error: unknown): number {
  const { statusCode } = Object(error) as { statusCode?: number };
  return statusCode !== undefined && statusCode >= 400 && statusCode <= 599 ? statusCode : 500;
}

export function isFormPost(request: FastifyRequest): boolean {
  return request.headers['content-type']?.toLowerCase().startsWith(formType) ?? false;
}

const ways = [
  ...company.phones.map((phone) => [telUrl(phone), phone]),
  [`mailto:${company.email}`, company.email],
  [whatsappChat.href, whatsappChat.label],
];

const escapeLines = (text: unknown) => `${text}`.split(/\r?\n/).map(escapeXml).join('&#10;');

/** The typed fields and a button; the browser's Back button would show the form with its trap filled. */
function formAgain({ url, body }: FastifyRequest): string {
  const inputs = Object.entries<unknown>(Object(body))
    .filter(([name]) => name !== trapField)
    .map(([name, text]) => `<input type="hidden" name="${escapeXml(name)}" value="${escapeLines(text)}">`);
  return `<form method="post" action="${escapeXml(url)}">${inputs.join('')}<button>${words.sendAgain}</button></form>`;
}

/** Shows a visitor without JavaScript the error, their long texts to copy, and other ways to reach us. */
export function sendFormPage(reply: FastifyReply, body: unknown): FastifyReply {
  const messages = messagesOf(body);
  if (messages.length === 0) messages.push(serverErrors.failed);
  const texts = Object.values(Object(reply.request.body)).filter(
    (text) => typeof text === 'string' && text.length > lineLimit,
  );
  const copies = texts.map(
    (text) =>
      `<textarea readonly rows="9" cols="40" aria-label="${words.yourText}">${escapeLines(text)}</textarea>`,
  );
  const list = messages.map((message) => `<li>${escapeXml(message)}</li>`).join('');
  const next = messages.includes(serverErrors.trapFilled) ? formAgain(reply.request) : `<p>${words.back}</p>`;
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${site.lang}"><head><meta charset="utf-8"><title>${words.heading}</title>` +
        `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"></head><body>` +
        `<main><h1>${words.heading}</h1><p>${words.notSent}</p><ul>${list}</ul>` +
        `${next}${copies.join('')}` +
        `<p>${words.otherWays} ${ways.map(([href, label]) => `<a href="${href}">${label}</a>`).join(' · ')}</p>` +
        `<p><a href="${pages.home.path}">${words.home}</a></p></main></body></html>`,
    );
}
