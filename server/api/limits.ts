import { isIPv6 } from 'node:net';

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

import { serverErrors } from '#src/content/server-errors.ts';

import type { Config } from '../config.ts';
import { Refusal } from '../domain/refusal.ts';

/** Throws a 429 once this client has sent too many writes. */
export type Limit = (request: FastifyRequest) => Promise<void>;

/** `limitPerDay` throws a 429 once this IP address has sent too many new submissions. */
export type Limits = { limit: Limit; limitPerDay: (request: FastifyRequest) => void };

const dayMs = 24 * 60 * 60_000;

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
    throw new Refusal(429, serverErrors.tooMany(retryAfter), { retryAfter });
  };
}

/** Many phones may share one address. Counts in memory. */
export function limitSubmissions(most: number): Limits['limitPerDay'] {
  const perf = { now: () => Date.now() };
  const counts = new LRUCache<string, number>({ max: 50_000, ttl: dayMs, noUpdateTTL: true, perf });
  return ({ ip }) => {
    const network = networkOf(ip);
    const count = counts.get(network) ?? 0;
    if (count < most) counts.set(network, count + 1);
    else
      throw new Refusal(429, serverErrors.tooManyToday(most), {
        retryAfter: Math.ceil(counts.getRemainingTTL(network) / 1000),
      });
  };
}

/** The first 64 bits of an IPv6 address: a device chooses the rest. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip;
  const [left = [], right = []] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
