import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';

import { answersKeptDays } from '#src/contract/answers-kept.ts';

import type { Store } from './open-store.ts';
import type { Tables } from './schema.ts';
import { isClockTrusted } from './trusted-clock.ts';

/** As long as a repeat may want to know what a provider said; later it is only told that the first was taken. */
const providerAnswersKeptDays = 7;
const takenBefore = JSON.stringify({ message: 'This request had arrived before.' });

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes what is kept no longer, at start and once a day. */
export function keepTidy(app: FastifyInstance, store: Store, retentionDays: number | null): void {
  const tidy = () =>
    tidyByClock(app, store, retentionDays).catch((error: unknown) => {
      app.log.error({ err: error }, 'expired entries could not be deleted; the next attempt is tomorrow');
    });
  app.addHook('onReady', tidy);
  const timer = setInterval(tidy, dayMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

async function tidyByClock(app: FastifyInstance, store: Store, retentionDays: number | null): Promise<void> {
  if (await isClockTrusted(store, Date.now())) await deleteExpired(store, retentionDays);
  else
    app.log.warn('the clock has jumped since the last look: nothing is deleted before the next one agrees');
}

export async function deleteExpired(
  store: Store,
  retentionDays: number | null,
  now = Date.now(),
): Promise<void> {
  const before = (days: number) => new Date(now - days * dayMs).toISOString();
  await store.write(async (trx) => {
    await trx.deleteFrom('answers').where('created_at', '<', before(answersKeptDays)).execute();
    await emptyAnswers(trx, { before: before(providerAnswersKeptDays) });
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

/** Of a provider's answers it leaves that the request was taken, so that a late repeat is not passed on. */
export async function emptyAnswers(
  trx: Kysely<Tables>,
  { person, before }: { person?: string; before?: string },
): Promise<number> {
  let chosen = trx
    .selectFrom('answers')
    .select('request_key')
    .where('person', 'is not', null)
    .where('status', 'is not', null);
  if (person !== undefined) chosen = chosen.where('person', '=', person);
  if (before !== undefined) chosen = chosen.where('created_at', '<', before);
  const keys = (await chosen.execute()).map(({ request_key }) => request_key);
  await forgetFingerprints(trx, keys, { person: null, body: takenBefore });
  return keys.length;
}

/** By this a provider's answer is found again when its sender wants to be forgotten. */
export function personOf(email: unknown): string {
  const address = typeof email === 'string' ? email.trim().toLowerCase() : '';
  return createHash('sha256').update(address).digest('base64url');
}

/** Keeps the answers, so that a late repeat does not store the person again, but no trace of what was sent. */
export async function forgetFingerprints(
  trx: Kysely<Tables>,
  keys: string[],
  more: Partial<Tables['answers']> = {},
): Promise<void> {
  // A statement may have only so many parameters.
  for (let start = 0; start < keys.length; start += 500) {
    const some = keys.slice(start, start + 500);
    const named = some.filter((key) => key.startsWith('key:'));
    const hashed = some.filter((key) => !key.startsWith('key:'));
    if (named.length > 0)
      await trx
        .updateTable('answers')
        .set({ ...more, fingerprint: null })
        .where('request_key', 'in', named)
        .execute();
    if (hashed.length > 0) await trx.deleteFrom('answers').where('request_key', 'in', hashed).execute();
  }
}

/** SQLite's write-ahead log still holds what was deleted. */
export async function emptyLog(store: Store): Promise<void> {
  if (store.kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
}
