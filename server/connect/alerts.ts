import { createECDH } from 'node:crypto';

import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';

import type { AlertRequest } from '#src/contract/alerts.ts';
import { asRecord } from '#src/contract/validation.ts';
import { connectCalls } from '#src/paths.ts';

import { Refusal } from '../http/error-answers.ts';
import { removeAddress } from '../notifications/push.ts';
import { erase } from '../store/erasure.ts';
import type { Store } from '../store/open-store.ts';
import type { Tables } from '../store/schema.ts';
import { readRoute, type Service } from './service.ts';

/** `GET alerts`: what a browser needs to give us an address. `POST`: keeps one. `DELETE`: forgets it. */
export function alertCalls(api: FastifyInstance, service: Service, store: Store, publicKey: string): void {
  const call = connectCalls.alerts;
  readRoute(api, service, call, () => ({ call, load: async () => ({ publicKey }) }));
  api.post(call, async (request, reply) => {
    const count = await keep(store, readRequest(request.body));
    if (count >= 0.9 * mostAddresses && count % 100 === 0)
      api.log.warn({ count, mostAddresses }, 'there is little room left for addresses of alerts');
    // The key is said here again, because a kept answer to GET may be of another store.
    return reply.code(201).header('cache-control', 'no-store').send({ payload: { publicKey } });
  });
  api.delete(call, async (request, reply) => {
    await removeAddress(store, readEndpoint(asRecord(request.body).endpoint));
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

/** Anybody may give us addresses, and each costs a push for each vacancy. */
export const mostAddresses = 10_000;

/** An address is kept once; that of the same browser before it goes, and leaves it what waits. */
function keep(store: Store, { subscription, replaces }: AlertRequest): Promise<number> {
  const { endpoint, keys } = subscription;
  const before = replaces ?? endpoint;
  const created_at = new Date().toISOString();
  return erase(store, async (trx) => {
    const known = await trx
      .selectFrom('alerts')
      .select('endpoint')
      .where('endpoint', 'in', [endpoint, before])
      .execute();
    const count = known.length > 0 ? 0 : await countBelowLimit(trx);
    await trx
      .insertInto('alerts')
      .values({ endpoint, ...keys, kinds: '[]', created_at, reached_at: null } satisfies Tables['alerts'])
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(keys))
      .execute();
    if (before !== endpoint) {
      // What failed to reach the old one says nothing of the new one.
      const anew = { alert: endpoint, tries: 0, problem: null, due_at: created_at };
      await trx.updateTable('outgoing').set(anew).where('alert', '=', before).execute();
      await trx.deleteFrom('alerts').where('endpoint', '=', before).execute();
    }
    return count;
  });
}

/** How many there are with one more. */
async function countBelowLimit(trx: Transaction<Tables>): Promise<number> {
  const { count } = await trx
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < mostAddresses) return Number(count) + 1;
  throw new Refusal(503, 'We cannot take more addresses for alerts now. Please try again another day.', {
    retryAfter: 86_400,
  });
}

function readRequest(body: unknown): AlertRequest {
  const { subscription, replaces } = asRecord(body);
  const { endpoint, keys } = asRecord(subscription);
  return {
    subscription: { endpoint: readEndpoint(endpoint), keys: readKeys(keys) },
    replaces: replaces === undefined ? undefined : readEndpoint(replaces),
  };
}

const longestEndpoint = 1_000;

/**
 * A stranger names where this server is to post to: by a public name and at the usual port only. Where the name leads is
 * looked at when it is posted to (`notifications/push-agent.ts`).
 */
function readEndpoint(value: unknown): string {
  const text = typeof value === 'string' && value.length <= longestEndpoint ? value : '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isUsable =
    url !== undefined &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username + url.password + url.hash === '' &&
    /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(url.hostname) &&
    !/\.(?:localhost|local|internal|lan|home|corp|arpa)$/.test(url.hostname);
  if (!isUsable) throw new Refusal(422, 'The endpoint has to be an https address of a push service.');
  return url.href;
}

/** The browser's public key is a point on the curve P-256, its secret 16 bytes; anything else could not be encrypted for. */
function readKeys(value: unknown): AlertRequest['subscription']['keys'] {
  const { p256dh, auth } = asRecord(value);
  if (isBase64Url(p256dh, 65) && isBase64Url(auth, 16) && isOnCurve(p256dh)) return { p256dh, auth };
  throw new Refusal(422, 'The keys are not those of a push subscription.');
}

function isBase64Url(value: unknown, bytes: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= 100 &&
    /^[\w-]+=*$/.test(value) &&
    Buffer.from(value, 'base64url').length === bytes
  );
}

function isOnCurve(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}
