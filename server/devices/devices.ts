import { ECDH } from 'node:crypto';

import { type RawBuilder, sql } from 'kysely';

import type { AlertSubscription, AlertsRequest } from '#src/contract/alerts.ts';
import { asRecord } from '#src/contract/response.ts';
import { serverErrors } from '#src/words/errors.ts';

import { Refusal } from '../lib/refusal.ts';
import type { Trx } from '../store/schema.ts';
import { idOf } from '../store/secrets.ts';
import { isPostgres } from '../store/store-problems.ts';

/** Hosts of Chromium, Firefox, Safari and Edge; the server posts to no other. */
const pushServices =
  /^(?:fcm\.googleapis\.com|(?:[\w-]+\.)*push\.(?:services\.mozilla|apple)\.com|(?:[\w-]+\.)*notify\.windows\.com)$/;
const longestEndpoint = 1_000;
const mostApplications = 100;

export function parseAlertsRequest(body: unknown): AlertsRequest {
  const { subscription, applications } = asRecord(body);
  const { endpoint, keys } = asRecord(subscription);
  const listed: unknown[] = Array.isArray(applications) ? applications : [];
  return {
    subscription: { endpoint: parseEndpoint(endpoint), keys: readKeys(keys) },
    applications: listed.filter((secret) => typeof secret === 'string').slice(0, mostApplications),
  };
}

export function parseEndpoint(value: unknown): string {
  const text = typeof value === 'string' && value.length <= longestEndpoint ? value : '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'https:' && url.port + url.username + url.password + url.hash === '';
  if (isPlain && pushServices.test(url.hostname)) return url.href;
  throw new Refusal(422, serverErrors.endpoint);
}

function readKeys(value: unknown): AlertSubscription['keys'] {
  const keys = asRecord(value);
  const [p256dh, auth] = [String(keys.p256dh), String(keys.auth)];
  if (/^[\w-]{87}=?$/.test(p256dh) && isPoint(p256dh) && /^[\w-]{22}={0,2}$/.test(auth))
    return { p256dh, auth };
  throw new Refusal(422, serverErrors.pushKeys);
}

/** Of the curve P-256. */
function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
}

/** Stores a device, which follows exactly those of the applications that are there. `mayAdd` refuses one that is not known. */
export async function putDevice(
  trx: Trx,
  { subscription: { endpoint, keys }, applications }: AlertsRequest,
  mayAdd: () => Promise<void>,
): Promise<void> {
  const ids = await Promise.all(applications.map(async (secret) => (await idOf(trx, secret)) ?? ''));
  const there = await lockApplications(trx, sql`id in (${sql.join([...ids, ''])})`);
  const known = trx.selectFrom('devices').select('endpoint').where('endpoint', '=', endpoint);
  if ((await known.executeTakeFirst()) === undefined) await mayAdd();
  const inserting = trx.insertInto('devices').values({ endpoint, ...keys });
  await inserting.onConflict((conflict) => conflict.column('endpoint').doUpdateSet(keys)).execute();
  await trx.deleteFrom('follows').where('endpoint', '=', endpoint).execute();
  const follows = there.map(({ id: application }) => ({ application, endpoint }));
  if (follows.length > 0) await trx.insertInto('follows').values(follows).execute();
}

/** Ends all notifications of a device. */
export async function removeDevice(trx: Trx, endpoint: string): Promise<void> {
  // Messages first, as everybody does.
  const pushes = trx.deleteFrom('messages').where('recipient', '=', endpoint);
  await pushes.where('kind', 'in', ['alert', 'news']).execute();
  await lockApplications(trx, sql`id in (select application from follows where endpoint = ${endpoint})`);
  await trx.deleteFrom('devices').where('endpoint', '=', endpoint).execute();
}

/** Returns those that are there. Nobody deletes them before this transaction ends, whose `follows` would wait for each other. */
async function lockApplications(trx: Trx, which: RawBuilder<boolean>): Promise<{ id: string }[]> {
  const rows = trx.selectFrom('applications').select('id').where(which).orderBy('id');
  return (isPostgres(trx) ? rows.forKeyShare() : rows).execute();
}
