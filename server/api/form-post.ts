import type { FastifyInstance, FastifyRequest } from 'fastify';

import { formType } from '../web/error-answers.ts';

/**
 * Accepts forms sent without JavaScript; joins first and last name. `@fastify/formbody` would turn a repeated field into
 * an array.
 */
export function acceptForms(api: FastifyInstance): void {
  api.removeContentTypeParser('text/plain');
  api.addContentTypeParser(formType, { parseAs: 'string' }, async (_: FastifyRequest, text: string) => {
    const { first_name, last_name, ...fields } = Object.fromEntries(new URLSearchParams(text));
    if (first_name === undefined && last_name === undefined) return fields;
    return { ...fields, name: [first_name, last_name].filter((part) => part?.trim()).join(' ') };
  });
}
