import { ECDH } from 'node:crypto';

import { sql } from 'kysely';

import type { AlertAnswer, AlertDeclaration, AlertSubscription } from '#src/contract/alerts.ts';
import { asRecord } from '#src/contract/response.ts';
import { serverErrors } from '#src/words/errors.ts';

import { Refusal } from '../lib/refusal.ts';
import type { OnEnd } from '../outgoing/kinds.ts';
import { deviceIsGone, wasRefused } from '../outgoing/push-sender.ts';
import { drop, lockMessages } from '../outgoing/queue.ts';
import type { Trx } from '../store/schema.ts';
import { idOf } from '../store/secrets.ts';

/** Hosts of Chromium, Firefox, Safari and Edge; the server posts to no other. */
const pushServices =
  /^(?:fcm\.googleapis\.com|(?:[\w-]+\.)*push\.(?:services\.mozilla|apple)\.com|(?:[\w-]+\.)*notify\.windows\.com)$/;
const longestEndpoint = 1_000;
const mostDevices = 10_000;
/** Per application; a further one is told that it is not on. */
const mostFollowers = 10;
/** Of one device; its further ones are told that they are not on. */
const mostApplications = 100;

/** Leaves out applications that cannot be known. */
export function parseDeclaration(body: unknown): AlertDeclaration {
  const { number, vacancies, applications, subscription, replaces } = asRecord(body);
  const { endpoint, keys } = asRecord(subscription);
  // Fits into the column.
  if (!Number.isSafeInteger(number) || Number(number) < 1 || Number(number) >= 2 ** 31)
    throw new Refusal(422, serverErrors.alertNumber);
  const listed: unknown[] = Array.isArray(applications) ? applications : [];
  const pairs = listed
    .map(asRecord)
    .flatMap(({ secret, tag }) =>
      typeof secret === 'string' && typeof tag === 'string' && /^[\w-]{1,64}$/.test(tag)
        ? [{ secret, tag }]
        : [],
    );
  return {
    subscription: { endpoint: parseEndpoint(endpoint), keys: readKeys(keys) },
    replaces: replaces === undefined ? undefined : parseEndpoint(replaces),
    number: Number(number),
    vacancies: vacancies === true,
    applications: pairs.slice(0, mostApplications),
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
  const { p256dh, auth } = asRecord(value);
  if (isBase64Url(p256dh, 65) && isPoint(p256dh) && isBase64Url(auth, 16)) return { p256dh, auth };
  throw new Refusal(422, serverErrors.pushKeys);
}

function isBase64Url(value: unknown, bytes: number): value is string {
  if (typeof value !== 'string' || !/^[\w-]{1,100}=*$/.test(value)) return false;
  return Buffer.from(value, 'base64url').length === bytes;
}

/** Of the curve P-256. */
function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
}

/**
 * Stores all that a device wants, in place of what it wanted before. A declaration with a lower number than the last came late and
 * changes nothing. Returns what now stands.
 */
export async function declareDevice(
  trx: Trx,
  declared: AlertDeclaration,
): Promise<Omit<AlertAnswer, 'publicKey'>> {
  const { subscription, replaces, number, vacancies, applications } = declared;
  const { endpoint, keys } = subscription;
  await replaceEndpoint(trx, endpoint, replaces);
  const values = { ...keys, number, vacancies: Number(vacancies), refused: 0 };
  const stored = await trx
    .insertInto('devices')
    .values({ endpoint, ...values, created_at: new Date().toISOString() })
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet(values).where('devices.number', '<=', number),
    )
    .returning('endpoint')
    .executeTakeFirst();
  if (stored !== undefined) {
    if (!vacancies) await drop(trx, sql<boolean>`kind = 'alert' and ${isFor(endpoint)}`, 'not wanted');
    await follow(trx, endpoint, applications);
    if (!vacancies && applications.length === 0) await removeDevice(trx, endpoint);
    await deleteSurplus(trx);
  }
  return (await findStanding(trx, endpoint)) ?? { number, vacancies: false, applications: [] };
}

async function findStanding(trx: Trx, endpoint: string) {
  const rows = trx.selectFrom('devices').select(['number', 'vacancies']);
  const device = await rows.where('endpoint', '=', endpoint).executeTakeFirst();
  const follows = await trx.selectFrom('follows').select('tag').where('endpoint', '=', endpoint).execute();
  return (
    device && { ...device, vacancies: device.vacancies === 1, applications: follows.map(({ tag }) => tag) }
  );
}

/** Follows exactly these applications. What is queued for them stays. */
async function follow(trx: Trx, endpoint: string, wanted: AlertDeclaration['applications']): Promise<void> {
  const tags = new Map<string, string>();
  for (const { secret, tag } of wanted) tags.set((await idOf(trx, secret)) ?? '', tag);
  const ids = [...tags.keys(), ''];
  const left = trx.deleteFrom('follows').where('endpoint', '=', endpoint);
  await left.where('application', 'not in', ids).execute();
  const known = await trx.selectFrom('applications').select('id').where('id', 'in', ids).execute();
  for (const { id: application } of known) {
    const counted = trx.selectFrom('follows').select(({ fn }) => fn.countAll().as('count'));
    const others = counted.where('application', '=', application).where('endpoint', '<>', endpoint);
    if (Number((await others.executeTakeFirstOrThrow()).count) >= mostFollowers) continue;
    const tag = tags.get(application) ?? '';
    await trx
      .insertInto('follows')
      .values({ application, endpoint, tag, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(['application', 'endpoint']).doUpdateSet({ tag }))
      .execute();
  }
}

const isFor = (endpoint: string) => sql<boolean>`device = ${endpoint}`;

/** Gives a device its new address, with all that it follows and what is queued for it. */
async function replaceEndpoint(trx: Trx, endpoint: string, replaced?: string): Promise<void> {
  // Messages first: whoever ends one changes its device afterwards.
  for (const one of [endpoint, replaced ?? endpoint]) await lockMessages(trx, isFor(one));
  if (replaced === undefined || replaced === endpoint) return;
  const known = trx.selectFrom('devices').select('endpoint').where('endpoint', '=', endpoint);
  if (await known.executeTakeFirst()) return removeDevice(trx, replaced);
  await trx.updateTable('devices').set({ endpoint }).where('endpoint', '=', replaced).execute();
}

/** Of those that follow no application. Keeps the newest that were reached, so that fake ones do not displace real ones. */
async function deleteSurplus(trx: Trx): Promise<void> {
  const isLoose = sql<boolean>`not exists (select 1 from follows where follows.endpoint = devices.endpoint)`;
  const devices = trx.selectFrom('devices').select('endpoint').where(isLoose);
  const inOrder = devices.orderBy(sql`reached_at is null`).orderBy('created_at', 'desc');
  const surplus = inOrder.limit(mostDevices).offset(mostDevices);
  await trx.deleteFrom('devices').where('endpoint', 'in', surplus).execute();
}

/** Ends all notifications of a device. */
export async function removeDevice(trx: Trx, endpoint: string): Promise<void> {
  await lockMessages(trx, isFor(endpoint));
  await trx.deleteFrom('devices').where('endpoint', '=', endpoint).execute();
}

/** Consecutive refused pushes after which a device is deleted. */
const mostRefused = 3;

/** Counts how a push ended, for its device. */
export const countPush: OnEnd = async (trx, { device, why }, to) => {
  const own = trx.updateTable('devices').where('endpoint', '=', device);
  if (to === 'sent') await own.set({ reached_at: new Date().toISOString(), refused: 0 }).execute();
  if (device !== null && to === 'dropped' && why === deviceIsGone) await removeDevice(trx, device);
  if (to !== 'given up' || !wasRefused(why)) return;
  await own.set(({ eb }) => ({ refused: eb('refused', '+', 1) })).execute();
  const refused = trx.deleteFrom('devices').where('endpoint', '=', device);
  await refused.where('refused', '>=', mostRefused).execute();
};
