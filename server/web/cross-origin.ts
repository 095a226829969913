import type { FastifyInstance, FastifyRequest } from 'fastify';

import { secretHeader } from '#src/contract/application-status.ts';
import { uploadHeader } from '#src/contract/attachments.ts';
import { idempotencyHeader } from '#src/contract/response.ts';
import { serverErrors } from '#src/words/errors.ts';

import { Refusal } from '../lib/refusal.ts';

/** Allows the site's own pages on another (static) host to call this API. */
export function allowCanonicalSite(api: FastifyInstance, siteUrl: string): void {
  api.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin !== undefined) {
      reply.header('access-control-allow-origin', siteUrl);
      reply.header('access-control-expose-headers', 'etag, retry-after, idempotency-replayed');
    }
    done();
  });
  api.options('/*', (_, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      .header(
        'access-control-allow-headers',
        `content-type, ${idempotencyHeader}, ${secretHeader}, ${uploadHeader}`,
      )
      .header('access-control-max-age', 86_400)
      .send(),
  );
}

/** `isOpen`: routes that any site may call. */
export function refuseCrossSite(
  api: FastifyInstance,
  siteUrl: string,
  isOpen: (request: FastifyRequest) => boolean = () => false,
): void {
  const canonicalHost = new URL(siteUrl).host;
  api.addHook('onRequest', async (request) => {
    if (
      ['POST', 'PUT', 'DELETE'].includes(request.method) &&
      isForeign(request, canonicalHost) &&
      !isOpen(request)
    )
      throw new Refusal(403, serverErrors.otherSite);
  });
}

/** A proxy's `no-referrer` makes the origin of our own pages `null`. No page can set `Sec-Fetch-Site`. */
function isForeign({ headers, host }: FastifyRequest, canonicalHost: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined) return site === 'cross-site';
  if (origin === 'null') return site !== 'same-origin';
  return ![host, canonicalHost].includes(URL.parse(origin)?.host ?? '');
}
