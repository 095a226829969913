import type { FastifyInstance } from 'fastify';

import { serverErrors } from '#src/content/server-errors.ts';
import { asRecord, honeypotField, idempotencyHeader, parse } from '#src/contract/answer.ts';
import { secretHeader } from '#src/contract/application-status.ts';
import { forms, payloadOf } from '#src/contract/forms.ts';
import type { Kind } from '#src/contract/kinds.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { apply, secretFor } from '../domain/applications.ts';
import { enquire } from '../domain/enquiries.ts';
import type { MailSettings } from '../domain/mail.ts';
import { findAccepted } from '../domain/received.ts';
import { Refusal } from '../domain/refusal.ts';
import { hasSubscribed, subscribe } from '../domain/subscribers.ts';
import { isFormPost, sendFormPage } from '../web/error-answers.ts';
import type { Limits } from './limits.ts';
import type { PostCall, Service } from './service.ts';

export function postCalls(mail: MailSettings): { [K in Kind]: PostCall<K> } {
  const asks = mail.smtpUrl !== null;
  return {
    apply: {
      kind: 'apply',
      find: (db, request) => findAccepted(db, 'applications', request),
      store: (trx, value, request, { isFlagged, limitPerDay: limit }) =>
        apply(trx, value, request, { isFlagged, mail, limit }),
      more: async (db, id) => (id === null ? {} : { secret: await secretFor(db, id) }),
    },
    enquiry: {
      kind: 'enquiry',
      find: (db, request) => findAccepted(db, 'enquiries', request),
      store: (trx, value, request, { isFlagged, limitPerDay: limit }) =>
        enquire(trx, value, request, { isFlagged, mail, limit }),
    },
    // With a mail server, only confirmed addresses are on the list.
    subscribe: {
      kind: 'subscribe',
      find: async (db, request) => ((await hasSubscribed(db, request)) ? { id: null } : undefined),
      async store(trx, value, request, { isFlagged }) {
        await subscribe(trx, value, request, { isFlagged, asks });
        return { id: null };
      },
      more: async () => (asks ? { message: forms.subscribe.words.confirm, confirm: true } : {}),
    },
  };
}

/** Answers a form sent without JavaScript with a page instead of JSON. */
export function postRoute(
  api: FastifyInstance,
  service: Service,
  postCall: PostCall,
  { limit, limitPerDay }: Limits,
): void {
  const { kind } = postCall;
  api.post(forms[kind].call, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { [honeypotField]: trap, ...input } = asRecord(request.body);
    const answer = await service.write(postCall, {
      key: keyOf(request.headers),
      input: isFormPost(request) ? payloadOf(kind, input) : input,
      isFlagged: trap !== undefined && trap !== '',
      limit: () => limit(request),
      limitPerDay: () => limitPerDay(request),
    });
    if (isFormPost(request) && answer.status < 300) return reply.redirect(pages.thanks.path, 303);
    reply
      .code(answer.status)
      .type('application/json; charset=utf-8')
      .headers(answer.headers ?? {});
    return isFormPost(request) ? sendFormPage(reply, parse(String(answer.body))) : reply.send(answer.body);
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
