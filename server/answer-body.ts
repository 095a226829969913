import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

/** A body that is sent again and again: its entity tag, and its compressed forms once they are known. */
export type AnswerBody = { type: string; etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer };

/** Below this, compressed bodies are not smaller by a packet. */
const worthCompressing = 1_000;

export function answerBody(type: string, content: string | Buffer, compressed: Partial<AnswerBody> = {}) {
  const plain = typeof content === 'string' ? Buffer.from(content) : content;
  return { type, etag: entityTag(plain), plain, ...compressed } satisfies AnswerBody;
}

/** Weak, because the compressed forms share it. */
export function entityTag(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** Compresses in memory what was not compressed at build. */
export function compressBody(body: AnswerBody): AnswerBody {
  if (body.plain.length < worthCompressing) return body;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return { ...body, br: brotliCompressSync(body.plain, quality), gzip: gzipSync(body.plain) };
}

/** Answers 304 to a client that has the body, else sends the smallest form it accepts. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: AnswerBody): FastifyReply {
  reply.header('etag', body.etag).header('vary', 'accept-encoding');
  if (reply.statusCode === 200 && matches(request.headers['if-none-match'], body.etag))
    return reply.code(304).send();
  const { encoding, bytes } = smallest(body, request.headers['accept-encoding']);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type(body.type).send(bytes);
}

function smallest(body: AnswerBody, accepted: string | undefined) {
  if (body.br !== undefined && accepts(accepted, 'br')) return { encoding: 'br', bytes: body.br };
  if (body.gzip !== undefined && accepts(accepted, 'gzip')) return { encoding: 'gzip', bytes: body.gzip };
  return { encoding: undefined, bytes: body.plain };
}

function accepts(header: string | undefined, encoding: string): boolean {
  for (const part of (header ?? '').split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (name === encoding) return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  }
  return false;
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque);
}
