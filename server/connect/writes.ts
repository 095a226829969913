import type { FastifyInstance } from 'fastify';

import { secretHeader } from '#src/contract/application-status.ts';
import type { Kind } from '#src/contract/form-kinds.ts';
import { forms, payloadOf, understood } from '#src/contract/forms.ts';
import { asRecord, idempotencyHeader, parse, trapField } from '#src/contract/response.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { serverErrors } from '#src/words/errors.ts';

import { Refusal } from '../lib/refusal.ts';
import { isFormPost, sendFormPage } from '../web/error-responses.ts';
import type { Limits } from '../web/rate-limits.ts';
import type { Service } from './service.ts';

/** Answers a form sent without JavaScript with a page instead of JSON. */
export function postRoute(
  api: FastifyInstance,
  service: Service,
  kind: Kind,
  { limit, perDay, newAddresses, receipts }: Limits,
): void {
  api.post(forms[kind].call, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { [trapField]: trap, ...input } = asRecord(request.body);
    const response = await service.write(kind, {
      key: keyOf(request.headers),
      input: isFormPost(request) ? payloadOf(kind, understood(kind, input)) : input,
      limit: async () => {
        await limit(request);
        // A subscription has no trap: its confirmation decides.
        if (trap && kind !== 'subscribe') throw new Refusal(422, serverErrors.trapFilled);
      },
      perDay: () => perDay(request),
      newAddresses: () => newAddresses(request),
      mayHaveReceipt: async () => (await receipts(request)) === 0,
    });
    if (isFormPost(request) && response.status < 300) return reply.redirect(pages.thanks.path, 303);
    reply
      .code(response.status)
      .type('application/json; charset=utf-8')
      .headers(response.headers ?? {});
    return isFormPost(request)
      ? sendFormPage(reply, parse(String(response.body)))
      : reply.send(response.body);
  });
}

/** Accepts a quoted key (IETF draft) or a bare one. */
function keyOf(headers: Record<string, string | string[] | undefined>): string | null {
  const header = headers[idempotencyHeader.toLowerCase()];
  if (header === undefined) return null;
  const key = String(header)
    .trim()
    .replace(/^"(.*)"$/, '$1');
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new Refusal(400, serverErrors.invalidKey);
}

/** Needs no rate limit: a secret has 128 random bits. */
export function followedApplication(api: FastifyInstance, service: Service): void {
  api.route({
    method: ['GET', 'DELETE'],
    url: connectCalls.application,
    async handler(request, reply) {
      const secret = String(request.headers[secretHeader.toLowerCase()] ?? '');
      const method = request.method === 'DELETE' ? 'DELETE' : 'GET';
      const { status, body, headers = {} } = await service.application(method, secret);
      reply.code(status).type('application/json; charset=utf-8').headers(headers);
      return reply.header('cache-control', 'no-store').send(status === 204 ? undefined : body);
    },
  });
}
