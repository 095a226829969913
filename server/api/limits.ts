import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';
import { Refusal } from '../domain/refusal.ts';

/** Throws a 429 once this client has sent too many writes. */
export type Limit = (request: FastifyRequest) => Promise<void>;

export async function limitWrites(
  api: FastifyInstance,
  { max, windowSeconds }: Config['rateLimit'],
): Promise<Limit> {
  if (max === 0) return async () => {};
  await api.register(rateLimit, { global: false });
  const count = api.createRateLimit({ max, timeWindow: windowSeconds * 1000 });
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const retryAfter = Math.max(1, counted.ttlInSeconds);
    throw new Refusal(429, `Too many requests. Please try again in ${retryAfter} seconds.`, { retryAfter });
  };
}
