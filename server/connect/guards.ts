import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';
import { Refusal } from '../error-answers.ts';
import type { Service } from './service.ts';
import { keyHeader } from './submission-route.ts';

/** Refuses writes that another site makes a visitor's browser send. */
export function refuseCrossSite(api: FastifyInstance, siteUrl: string): void {
  const canonicalHost = new URL(siteUrl).host;
  api.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return;
    const { origin } = request.headers;
    const foreign = origin !== undefined && ![request.host, canonicalHost].includes(hostOf(origin));
    if (foreign || request.headers['sec-fetch-site'] === 'cross-site')
      throw new Refusal(403, 'This request came from another site and was not accepted.');
  });
}

/** Limits POSTs per client address; a repeat of an answered request costs its sender nothing. */
export async function limitPosts(
  api: FastifyInstance,
  { max, windowSeconds }: Config['rateLimit'],
  service: Service,
): Promise<void> {
  if (max === 0) return;
  await api.register(rateLimit, {
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

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}
