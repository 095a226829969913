import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

const brokenRequests: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Closes the socket after the response; Fastify resets it, and the client never gets the response. */
export function respondToBrokenRequest({ code = '' }: { code?: string }, socket: Socket): void {
  const status = brokenRequests[code] ?? '400 Bad Request';
  const body = `{"error":"${status}"}`;
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  if (socket.writable && code !== 'ECONNRESET') socket.write(`${head}\r\nConnection: close\r\n\r\n${body}`);
  socket.destroySoon();
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Time for the whole request to arrive, if longer than the default. */
    requestMs?: number;
  }
}

export const longestRequestMs = 5 * 60_000;

/** Needed because Node has only one limit for all requests. */
export function limitRequestTime(app: FastifyInstance, ms: number): void {
  app.addHook('onRequest', async ({ headers, raw, routeOptions }, reply) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const end = () =>
      raw.complete || respondToBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
    const timer = setTimeout(end, routeOptions.config.requestMs ?? ms).unref();
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
