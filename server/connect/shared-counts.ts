import { createHash } from 'node:crypto';

import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { sql } from 'kysely';

import type { Store } from '../store/open-store.ts';

/** Counts a client's POSTs in the database, so that all servers in front of it count together. */
export function sharedCounts({ db }: Store): FastifyRateLimitStoreCtor {
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
