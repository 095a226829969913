import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { idempotencyHeader } from '#src/contract/answer.ts';

import type { Config } from '../config.ts';
import { Refusal } from '../http/error-answers.ts';
import type { Store } from '../store/open-store.ts';
import type { Service } from './service.ts';
import { deleteOldCounts, sharedCounts } from './shared-counts.ts';
import { keyHeader } from './submission-route.ts';

/** Lets the site's own pages call this API from another host, such as a static one. */
export function allowCanonicalSite(api: FastifyInstance, siteUrl: string): void {
  api.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin !== undefined) {
      reply.header('access-control-allow-origin', siteUrl);
      reply.header('access-control-expose-headers', 'etag, retry-after, idempotency-replayed');
    }
    done();
  });
  // Browsers ask before they send JSON, or a header of ours, to another host.
  api.options('/*', (_, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, DELETE')
      .header('access-control-allow-headers', `content-type, ${idempotencyHeader}, application-secret`)
      .header('access-control-max-age', 86_400)
      .send(),
  );
}

/** Refuses writes that another site makes a visitor's browser send. */
export function refuseCrossSite(api: FastifyInstance, siteUrl: string): void {
  const canonicalHost = new URL(siteUrl).host;
  api.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return;
    const { origin } = request.headers;
    const foreign =
      origin === undefined
        ? request.headers['sec-fetch-site'] === 'cross-site'
        : ![request.host, canonicalHost].includes(hostOf(origin));
    if (foreign) throw new Refusal(403, 'This request came from another site and was not accepted.');
  });
}

/** Limits POSTs per client address; a repeat of an answered request costs its sender nothing. */
export async function limitPosts(
  api: FastifyInstance,
  { max, windowSeconds }: Config['rateLimit'],
  service: Service,
  store: Store,
): Promise<void> {
  if (max === 0) return;
  if (store.kind === 'postgres') deleteOldCountsRegularly(api, store, windowSeconds * 1000);
  await api.register(rateLimit, {
    // One SQLite file has one server, which counts in memory.
    ...(store.kind === 'postgres' ? { store: sharedCounts(store) } : {}),
    max,
    timeWindow: windowSeconds * 1000,
    hook: 'preHandler',
    allowList: async (request: FastifyRequest) => {
      if (request.method !== 'POST') return true;
      const key = keyHeader(request.headers);
      return key !== undefined && service.isKnownKey(key);
    },
    errorResponseBuilder: (_, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000));
      return new Refusal(429, `Too many requests. Please try again in ${seconds} seconds.`, {
        retryAfter: seconds,
      });
    },
  });
}

/** An address has no business here once its window is over. */
function deleteOldCountsRegularly(api: FastifyInstance, store: Store, windowMs: number): void {
  const sweep = () =>
    deleteOldCounts(store).catch((error: unknown) =>
      api.log.warn({ err: error }, 'old counts of POSTs could not be deleted; the next attempt comes soon'),
    );
  const timer = setInterval(sweep, Math.max(windowMs, 60_000)).unref();
  api.addHook('onClose', async () => clearInterval(timer));
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}
