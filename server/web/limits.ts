import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { partBytes } from '#src/contract/files.ts';
import { serverErrors } from '#src/words/errors.ts';

import type { Config } from '../config.ts';
import { hourMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';

/** Throws a 429 if the client's network has reached its limit. */
export type Limit = (request: FastifyRequest) => Promise<void>;

/**
 * `perDay`: applications and enquiries. `newAddresses`: addresses that are sent a confirmation email. `parts`: of files, which
 * count against no other limit.
 */
export type Limits = { limit: Limit; perDay: Limit; newAddresses: Limit; parts: Limit };

/** A fifth of the hourly limit for all confirmations together. */
const newAddressesPerHour = 20;

/** 100 MB. */
const partsPerDay = Math.floor(100_000_000 / partBytes);

/** A maximum of 0 means no limit. */
export async function limitWrites(
  api: FastifyInstance,
  { max, windowSeconds }: Config['rateLimit'],
): Promise<Limit> {
  await api.register(rateLimit, { global: false });
  return max === 0 ? async () => {} : limitOf(api, max, windowSeconds * 1000, serverErrors.tooMany);
}

/** Call it after `limitWrites`. Limits are generous, because many phones may share one IP address. */
export function limitSubmissions(api: FastifyInstance, perDay: number): Omit<Limits, 'limit'> {
  return {
    perDay: limitOf(api, perDay, 24 * hourMs, () => serverErrors.tooManyToday(perDay)),
    newAddresses: limitOf(api, newAddressesPerHour, hourMs, () => serverErrors.tooManyAddresses),
    parts: limitOf(api, partsPerDay, 24 * hourMs, () => serverErrors.tooManyFiles),
  };
}

/** Counts in memory. Uses only the first 64 bits of an IPv6 address, because devices choose the rest. */
function limitOf(
  api: FastifyInstance,
  max: number,
  timeWindow: number,
  words: (seconds: number) => string,
): Limit {
  const count = api.createRateLimit({ max, timeWindow, ipv6Subnet: 64 });
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const retryAfter = Math.max(1, counted.ttlInSeconds);
    throw new Refusal(429, words(retryAfter), { retryAfter });
  };
}
