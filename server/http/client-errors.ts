import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

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
