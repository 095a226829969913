import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type ResponseBody = { type: string; etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer };

/** In bytes; a smaller body fits into one packet anyway. */
const worthCompressing = 1_000;

export function responseBody(type: string, content: string | Buffer, compressed: Partial<ResponseBody> = {}) {
  const plain = typeof content === 'string' ? Buffer.from(content) : content;
  return { type, etag: entityTag(plain), plain, ...compressed } satisfies ResponseBody;
}

export const payloadBody = (payload: unknown) =>
  responseBody('application/json; charset=utf-8', JSON.stringify({ payload }));

/** Weak, because compressed and plain bodies share it. */
function entityTag(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Compresses off the event loop, because a provider's response can be megabytes long. */
export async function compressBody(body: ResponseBody): Promise<ResponseBody> {
  if (body.plain.length < worthCompressing) return body;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const [br, gzip] = await Promise.all([asBrotli(body.plain, quality), asGzip(body.plain)]);
  return { ...body, br, gzip };
}

export function bytesOf({ plain, br, gzip }: ResponseBody): number {
  return plain.length + (br?.length ?? 0) + (gzip?.length ?? 0);
}

export function sendBody(request: FastifyRequest, reply: FastifyReply, body: ResponseBody): FastifyReply {
  reply.header('etag', body.etag).header('vary', 'accept-encoding');
  if (reply.statusCode === 200 && isKnown(request, body.etag)) return reply.code(304).send();
  const encoding = body.br && bestEncoding(request);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type(body.type).send((encoding && body[encoding]) ?? body.plain);
}

/** Compares weakly (RFC 9110, 13.1.2). */
function isKnown(request: FastifyRequest, etag: string): boolean {
  const tags = (request.headers['if-none-match'] ?? '').split(',').map(opaqueTag);
  return tags.includes('*') || tags.includes(opaqueTag(etag));
}

function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

/** Breaks ties by size; returns undefined for no encoding. */
function bestEncoding({ headers }: FastifyRequest): 'br' | 'gzip' | undefined {
  const best = negotiate(String(headers['accept-encoding'] ?? ''), ['br', 'gzip', 'identity']);
  return best === 'br' || best === 'gzip' ? best : undefined;
}
