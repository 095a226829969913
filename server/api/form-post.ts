import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { asRecord } from '#src/contract/validation.ts';
import { pages } from '#src/paths.ts';

import { describeError, ourFault } from '../web/error-answers.ts';

const formType = 'application/x-www-form-urlencoded';

/**
 * Takes forms sent without JavaScript; an application's first and last name become its name. By hand, in two lines:
 * `@fastify/formbody` makes a list of a field that comes twice.
 */
export function acceptForms(api: FastifyInstance): void {
  api.removeContentTypeParser('text/plain');
  api.addContentTypeParser(formType, { parseAs: 'string' }, async (_: FastifyRequest, text: string) => {
    const { first_name, last_name, ...fields } = Object.fromEntries(new URLSearchParams(text));
    if (first_name === undefined && last_name === undefined) return fields;
    return { ...fields, name: [first_name, last_name].filter((part) => part?.trim()).join(' ') };
  });
}

export function isFormPost(request: FastifyRequest): boolean {
  return request.headers['content-type']?.toLowerCase().startsWith(formType) ?? false;
}

/** Errors of this API: JSON for programs, a small page for people. */
export function answerFormErrors(api: FastifyInstance): void {
  api.setErrorHandler((error, request, reply) => {
    const { status, body } = describeError(error, request, reply);
    reply.code(status).header('cache-control', 'no-store');
    if (isFormPost(request)) return sendFormPage(reply, body);
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

/** What a provider sends may have another shape than ours. */
function sentences(body: unknown): string[] {
  const { error } = asRecord(body);
  const { details } = asRecord(error);
  const messages = Array.isArray(details) ? details.map((one) => asRecord(one).message) : [error];
  const found = messages.filter((message) => typeof message === 'string' && message !== '');
  return found.length > 0 ? found.map(String) : [ourFault];
}

/** For the sender of a form without scripts, whose browser shows nothing else. */
export function sendFormPage(reply: FastifyReply, body: unknown): FastifyReply {
  const list = sentences(body)
    .map((message) => `<li>${escapeHtml(message)}</li>`)
    .join('');
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Please look at your form again</title>` +
        `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"></head><body>` +
        `<main><h1>Please look at your form again</h1><p>It was not sent:</p><ul>${list}</ul>` +
        `<p>Go back with your browser: what you typed is still there.</p>` +
        `<p><a href="${pages.home.path}">Home</a> · <a href="${pages.contact.path}">Contact us</a></p></main></body></html>`,
    );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
