import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import Negotiator from 'negotiator';

/** A body that is sent again and again: its entity tag, and its compressed forms once they are known. */
export type AnswerBody = { type: string; etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer };

/** Below this, compressed bodies are not smaller by a packet. */
const worthCompressing = 1_000;

export function answerBody(type: string, content: string | Buffer, compressed: Partial<AnswerBody> = {}) {
  const plain = typeof content === 'string' ? Buffer.from(content) : content;
  return { type, etag: entityTag(plain), plain, ...compressed } satisfies AnswerBody;
}

/** Weak, because the compressed forms share it. */
function entityTag(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Compresses in memory what was not compressed at build; beside the event loop, because a provider may send megabytes. */
export async function compressBody(body: AnswerBody): Promise<AnswerBody> {
  if (body.plain.length < worthCompressing) return body;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const [br, gzip] = await Promise.all([asBrotli(body.plain, quality), asGzip(body.plain)]);
  return { ...body, br, gzip };
}

/** What a body takes in memory, in all its forms. */
export function bytesOf({ plain, br, gzip }: AnswerBody): number {
  return plain.length + (br?.length ?? 0) + (gzip?.length ?? 0);
}

/** Answers 304 to a client that has the body, else sends the form that it likes best. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: AnswerBody): FastifyReply {
  reply.header('etag', body.etag).header('vary', 'accept-encoding');
  // A matching tag is enough, also to a client that sends `no-cache` with it.
  const known = request.headers['if-none-match'];
  if (
    known !== undefined &&
    reply.statusCode === 200 &&
    fresh({ 'if-none-match': known }, { etag: body.etag })
  )
    return reply.code(304).send();
  const encoding = body.br && bestEncoding(request);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type(body.type).send((encoding && body[encoding]) ?? body.plain);
}

const smallestFirst = ['br', 'gzip'] as const;

/** Undefined for the plain form; where the client likes several the same, the smallest. */
function bestEncoding(request: FastifyRequest): 'br' | 'gzip' | undefined {
  // The package's types leave out the second argument.
  const client: {
    encoding(available: string[], ties: { preferred: readonly string[] }): string | undefined;
  } = new Negotiator(request);
  const best = client.encoding([...smallestFirst, 'identity'], { preferred: smallestFirst });
  return smallestFirst.find((encoding) => encoding === best);
}
