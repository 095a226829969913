import { createHash } from 'node:crypto';

import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';

import { connectCalls, connectMount } from '#src/paths.ts';

import type { Config } from '../config.ts';
import { Refusal } from '../http/error-answers.ts';
import type { Store } from '../store/open-store.ts';
import { isWrite } from './cross-origin.ts';
import { keyHeader, type Service } from './service.ts';

/** Limits writes per client address; a repeat of an answered request costs its sender nothing, nor does a withdrawal. */
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
      if (!isWrite(request.method)) return true;
      const call = request.routeOptions.url?.slice(connectMount.length) ?? '';
      // Neighbours behind one address must not stop it; wrong secrets are counted apart.
      if (request.method === 'DELETE' && call === connectCalls.application) return true;
      const key = keyHeader(request.headers);
      return key !== undefined && service.isKnownKey(call, key);
    },
    errorResponseBuilder: (_, { ttl }) => tooMany(ttl),
  });
}

const wrongSecretsAllowed = 10;

/** Counts an address's wrong secrets, apart from its POSTs; what it gives throws once there are too many. */
export function limitWrongSecrets(
  api: FastifyInstance,
  { max, windowSeconds }: Config['rateLimit'],
): (request: FastifyRequest) => Promise<void> {
  if (max === 0) return async () => {};
  const count = api.createRateLimit({
    max: wrongSecretsAllowed,
    timeWindow: windowSeconds * 1000,
    allowList: [],
    keyGenerator: (request) => `wrong secrets of ${normalizeIP(request.ip)}`,
  });
  return async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl);
  };
}

function tooMany(ttl: number): Refusal {
  const seconds = Math.max(1, Math.ceil(ttl / 1000));
  return new Refusal(429, `Too many requests. Please try again in ${seconds} seconds.`, {
    retryAfter: seconds,
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

/** Counts a client's POSTs in the database, so that all servers in front of it count together. */
function sharedCounts({ db }: Store): FastifyRateLimitStoreCtor {
  return class SharedCounts implements FastifyRateLimitStore {
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      timeWindow: number,
    ) {
      // An address is personal data, so its hash stands for it; the servers' clocks may differ, the database has one.
      const client = createHash('sha256').update(key).digest('base64url');
      const counted = sql<{ current: number; ttl: number }>`
        insert into post_counts as known (client, count, ends_at)
        values (${client}, 1, ${now} + ${timeWindow})
        on conflict (client) do update set
          count = case when known.ends_at <= ${now} then 1 else known.count + 1 end,
          ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
        returning count as current, (ends_at - ${now})::integer as ttl`.execute(db);
      counted.then(({ rows }) => done(null, rows[0]), done);
    }

    child() {
      return this;
    }
  };
}

/** Deletes the counts whose time is over. */
export async function deleteOldCounts({ db }: Store): Promise<void> {
  await sql`delete from post_counts where ends_at <= ${now}`.execute(db);
}

/** Milliseconds since the epoch, by the database's clock. */
const now = sql`(extract(epoch from now()) * 1000)::bigint`;
