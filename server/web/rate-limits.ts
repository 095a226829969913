import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { partBytes } from '#src/contract/attachments.ts';
import { serverErrors } from '#src/words/errors.ts';

import type { Config } from '../config.ts';
import { dayMs, hourMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';

/** Returns the seconds for which the client's network has used up its share; 0 while it has some left. */
export type Share = (request: FastifyRequest) => Promise<number>;
/** Throws a 429 if the client's network has reached its limit. */
export type Limit = (request: FastifyRequest) => Promise<void>;

/**
 * `perDay`: applications and enquiries. `newAddresses`: addresses that are sent a confirmation email. `newDevices`: for notifications. `parts`: of files, which
 * count against no other limit. `receipts`: refuses nothing; beyond it an applicant gets no receipt.
 */
export type Limits = {
  limit: Limit;
  perDay: Limit;
  newAddresses: Limit;
  newDevices: Limit;
  parts: Limit;
  receipts: Share;
};

/** A fifth of the hourly limit for all confirmations together. */
const newAddressesPerHour = 20;
const newDevicesPerDay = 50;
const mostFilesMb = 100;

/** Some proxies add the connection's port to the client's address, and each request would count as another client's. */
export function ignorePorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const list = headers['x-forwarded-for'];
    if (list) headers['x-forwarded-for'] = String(list).replace(withPort, '$1$2');
  });
}

const withPort = /\[([\da-f:.]+)\](?::\d+)?|(\d{1,3}(?:\.\d{1,3}){3}):\d+/gi;

/** A maximum of 0 means no limit. */
export async function limitWrites(
  api: FastifyInstance,
  { max, windowSeconds }: Config['rateLimit'],
): Promise<Limit> {
  await api.register(rateLimit, { global: false });
  return max === 0 ? async () => {} : limitOf(api, max, windowSeconds * 1000, serverErrors.tooMany);
}

type Sums = Pick<Config, 'submissionsPerDay' | 'filesMaxMb' | 'receiptsPerDay'>;

/** Call it after `limitWrites`. Limits are generous, because many phones may share one IP address. */
export function limitSubmissions(
  api: FastifyInstance,
  { submissionsPerDay: perDay, filesMaxMb, receiptsPerDay }: Sums,
): Omit<Limits, 'limit'> {
  const megabytes = Math.min(mostFilesMb, filesMaxMb / 5);
  const parts = Math.max(1, Math.floor((megabytes * 1_000_000) / partBytes));
  return {
    perDay: limitOf(api, perDay, dayMs, () => serverErrors.tooManyToday(perDay)),
    newAddresses: limitOf(api, newAddressesPerHour, hourMs, () => serverErrors.tooManyAddresses),
    newDevices: limitOf(api, newDevicesPerDay, dayMs, () => serverErrors.tooManyDevices),
    parts: limitOf(api, parts, dayMs, () => serverErrors.tooManyFiles(megabytes)),
    receipts: shareOf(api, Math.max(1, Math.floor(receiptsPerDay / 4)), dayMs),
  };
}

/** Counts in memory, by the first 56 bits of an IPv6 address: providers give a customer all below. */
function shareOf(api: FastifyInstance, max: number, timeWindow: number): Share {
  const count = api.createRateLimit({ max, timeWindow, ipv6Subnet: 56 });
  return async (request) => {
    const counted = await count(request);
    return counted.isAllowed || !counted.isExceeded ? 0 : Math.max(1, counted.ttlInSeconds);
  };
}

function limitOf(
  api: FastifyInstance,
  max: number,
  timeWindow: number,
  words: (seconds: number) => string,
): Limit {
  const share = shareOf(api, max, timeWindow);
  return async (request) => {
    const retryAfter = await share(request);
    if (retryAfter > 0) throw new Refusal(429, words(retryAfter), { retryAfter });
  };
}
