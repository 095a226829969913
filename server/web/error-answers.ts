import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { ErrorBody } from '#src/contract/answer.ts';

import { isDiskFull, isUnavailable } from '../db/errors.ts';
import { Refusal } from '../domain/refusal.ts';

export const ourFault = 'Something went wrong on our side. Please try again later.';
export const nothingHere = 'There is nothing at this address.';

/** Turns whatever was thrown into the contract's error shape; what is not meant for the visitor stays in the log. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = describeError(error, request, reply);
    return reply.code(status).type('application/json; charset=utf-8').send(body);
  });
}

export function describeError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    if (error.cause !== undefined) request.log.warn({ err: error.cause }, error.message);
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
    return { status: error.statusCode, body: refusalBody(error) };
  }
  const status = statusOf(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (isUnavailable(error)) reply.header('retry-after', 5);
  const message = status < 500 && error instanceof Error ? error.message : ourFault;
  return { status, body: { error: message } satisfies ErrorBody };
}

function refusalBody({ message, problems }: Refusal): ErrorBody {
  return problems.length === 0 ? { error: message } : { error: { details: problems } };
}

function statusOf(error: unknown): number {
  if (isUnavailable(error)) return 503;
  if (isDiskFull(error)) return 507;
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status <= 599 ? status : 500;
}

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers bytes that are no HTTP request, or that did not all arrive in time. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const status = statuses[error.code ?? ''] ?? 400;
    const body = JSON.stringify({ error: `${STATUS_CODES[status]}.` });
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

/** For requests that fail before any route is found, such as a malformed escape in the address. */
export function answerUnreadable(error: FastifyError, _: FastifyRequest, reply: FastifyReply): void {
  reply.code(error.statusCode ?? 400).send({ error: error.message });
}
