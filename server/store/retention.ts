import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';

import { answersKeptDays } from '#src/contract/answers-kept.ts';

import type { Store } from './open-store.ts';
import type { Tables } from './schema.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes what is kept no longer, at start and once a day. */
export function keepTidy(app: FastifyInstance, store: Store, retentionDays: number | null): void {
  const tidy = () =>
    deleteExpired(store, retentionDays).catch((error: unknown) => {
      app.log.error({ err: error }, 'expired entries could not be deleted; the next attempt is tomorrow');
    });
  app.addHook('onReady', tidy);
  const timer = setInterval(tidy, dayMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

export async function deleteExpired(
  store: Store,
  retentionDays: number | null,
  now = Date.now(),
): Promise<void> {
  const before = (days: number) => new Date(now - days * dayMs).toISOString();
  await store.write(async (trx) => {
    await trx.deleteFrom('answers').where('created_at', '<', before(answersKeptDays)).execute();
    if (retentionDays === null) return;
    const gone = await trx
      .deleteFrom('applications')
      .where('created_at', '<', before(retentionDays))
      .returning('request_key')
      .execute();
    await forgetFingerprints(
      trx,
      gone.map(({ request_key }) => request_key),
    );
  });
}

/** Keeps the answers, so that a late repeat does not store the person again, but no trace of what was sent. */
export async function forgetFingerprints(trx: Kysely<Tables>, keys: string[]): Promise<void> {
  // A statement may have only so many parameters.
  for (let start = 0; start < keys.length; start += 500) {
    const some = keys.slice(start, start + 500);
    const named = some.filter((key) => key.startsWith('key:'));
    const hashed = some.filter((key) => !key.startsWith('key:'));
    if (named.length > 0)
      await trx.updateTable('answers').set({ fingerprint: null }).where('request_key', 'in', named).execute();
    if (hashed.length > 0) await trx.deleteFrom('answers').where('request_key', 'in', hashed).execute();
  }
}
