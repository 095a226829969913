import type { FastifyInstance, FastifyRequest } from 'fastify';

import { formType } from '../web/error-answers.ts';

/** Accepts forms sent without JavaScript. `@fastify/formbody` would turn a repeated field into an array. */
export function acceptForms(api: FastifyInstance): void {
  api.removeContentTypeParser('text/plain');
  api.addContentTypeParser(formType, { parseAs: 'string' }, async (_: FastifyRequest, text: string) =>
    Object.fromEntries(new URLSearchParams(text)),
  );
}
