import { createHash } from 'node:crypto';
import type { Agent } from 'node:https';

import { company } from '#src/words/site.ts';

import { findFact } from '../store/facts.ts';
import type { Store } from '../store/open-store.ts';
import type { PushKind, Trx } from '../store/schema.ts';
import { type Message, registered } from './kinds.ts';
import type { Outcome } from './next.ts';
import * as queue from './queue.ts';

type PushKeys = { publicKey: string; privateKey: string };
/** `removeDevice`: called for one that its push service does not know any more. */
type Site = {
  keys: PushKeys;
  siteUrl: string;
  agent?: Agent;
  removeDevice: (trx: Trx, endpoint: string) => Promise<void>;
};

/** Shorter than a claim. */
const timeoutMs = 10_000;
const pushesAtOnce = 10;

/** Reads the VAPID keys (RFC 8292). New ones would invalidate all subscriptions. */
export async function pushKeys({ db }: Store): Promise<PushKeys> {
  const { default: webPush } = await import('web-push');
  const known = await findFact(db, 'push-keys');
  const value = known ?? JSON.stringify(webPush.generateVAPIDKeys());
  // Servers that start together all use the first one stored.
  const insert = db.insertInto('facts').values({ name: 'push-keys', value });
  if (known === undefined) await insert.onConflict((conflict) => conflict.doNothing()).execute();
  return JSON.parse((await findFact(db, 'push-keys')) ?? value) as PushKeys;
}

/** Returns false if nothing was due. */
export async function sendPushes(store: Store, site: Site): Promise<boolean> {
  const messages = await queue.claimMessages<PushKind>(store, 'push', { perHour: 1, most: pushesAtOnce });
  if (messages.length === 0) await queue.settleLeases(store, 'push');
  await Promise.all(messages.map((message) => deliver(store, site, message)));
  return messages.length > 0;
}

async function deliver(store: Store, site: Site, message: Message<PushKind>) {
  const end = (outcome: Outcome, why: string | null = null) =>
    store.write((trx) => queue.settle(trx, message, outcome, why));
  const push = await registered.kinds[message.kind].compose(store.db, message, site.siteUrl);
  if (push === undefined) return end('nothing');
  const { default: webPush } = await import('web-push');
  const { endpoint, p256dh, auth } = push.device;
  const { statusCode = 0 } = await webPush
    .sendNotification({ endpoint, keys: { p256dh, auth } }, push.message, {
      vapidDetails: { subject: `mailto:${company.email}`, ...site.keys },
      TTL: Math.ceil(push.ttlMs / 1000),
      urgency: 'normal',
      // A push that is sent twice replaces the first one.
      topic: createHash('sha256').update(push.topic).digest('base64url').slice(0, 32),
      timeout: timeoutMs,
      agent: site.agent,
    })
    .catch((error: unknown) => Object(error) as { statusCode?: number });
  if (statusCode === 404 || statusCode === 410) return store.erase((trx) => site.removeDevice(trx, endpoint));
  if (statusCode >= 200 && statusCode < 300) return end('sent');
  return end('later', statusCode > 0 ? `${statusCode}` : 'no answer');
}
