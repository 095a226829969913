import { readFact } from '../store/facts.ts';
import type { Store } from '../store/open-store.ts';

export type PushKeys = { publicKey: string; privateKey: string };

/**
 * What push services know this site by (VAPID, RFC 8292). Made once for a store and kept with it, because browsers give
 * their addresses to one key only; servers that start at the same time agree on the first.
 */
export async function pushKeys(store: Store): Promise<PushKeys> {
  const kept = await readFact(store.db, 'push-keys');
  if (kept !== undefined) return JSON.parse(kept) as PushKeys;
  const { default: webPush } = await import('web-push');
  const value = JSON.stringify(webPush.generateVAPIDKeys());
  await store.write((trx) =>
    trx
      .insertInto('facts')
      .values({ name: 'push-keys', value })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return JSON.parse((await readFact(store.db, 'push-keys')) ?? value) as PushKeys;
}
