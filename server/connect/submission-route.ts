import type { FastifyInstance } from 'fastify';

import { honeypotField, idempotencyHeader } from '#src/contract/answer.ts';
import { asRecord } from '#src/contract/validation.ts';
import { pages } from '#src/paths.ts';

import { isFormPost } from './form-post.ts';
import type { Service, Submission } from './service.ts';

/** Pages kept on a device from before it was renamed still send it; password managers filled it, so it means nothing. */
const formerHoneypot = 'website';

/** Declares a POST call; a form sent without JavaScript is taken to the thank-you page instead of JSON. */
export function submissionRoute<T>(api: FastifyInstance, service: Service, submission: Submission<T>): void {
  api.post(submission.call, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { [honeypotField]: trap, [formerHoneypot]: _, ...input } = asRecord(request.body);
    const isFlagged = trap !== undefined && trap !== '';
    const answer = await service.write(submission, input, keyHeader(request.headers), isFlagged);
    if (isFormPost(request) && answer.status < 300) return reply.redirect(pages.thanks.path, 303);
    return reply
      .code(answer.status)
      .type('application/json; charset=utf-8')
      .headers(answer.headers ?? {})
      .send(answer.body);
  });
}

export function keyHeader(headers: Record<string, string | string[] | undefined>): string | undefined {
  const value = headers[idempotencyHeader.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}
