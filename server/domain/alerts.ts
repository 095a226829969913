import { type Kysely, sql, type Transaction } from 'kysely';

import type { AlertRequest } from '#src/contract/alerts.ts';
import { asRecord } from '#src/contract/validation.ts';

import type { Tables } from '../db/schema.ts';
import { Refusal } from './refusal.ts';

/** Of Chromium, Firefox, Safari and Edge: the server posts to no other host. */
const pushServices =
  /^(?:fcm\.googleapis\.com|(?:[\w-]+\.)*push\.(?:services\.mozilla|apple)\.com|(?:[\w-]+\.)*notify\.windows\.com)$/;
const longestEndpoint = 1_000;
export const mostAddresses = 10_000;
/** Do not announce a vacancy again that was closed by mistake. */
const isNewsAgainMs = 7 * 24 * 60 * 60_000;

export function readAlertRequest(body: unknown): AlertRequest {
  const { subscription, replaces } = asRecord(body);
  const { endpoint, keys } = asRecord(subscription);
  return {
    subscription: { endpoint: readEndpoint(endpoint), keys: readKeys(keys) },
    replaces: replaces === undefined ? undefined : readEndpoint(replaces),
  };
}

export function readEndpoint(value: unknown): string {
  const text = typeof value === 'string' && value.length <= longestEndpoint ? value : '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'https:' && url.port + url.username + url.password + url.hash === '';
  if (isPlain && pushServices.test(url.hostname)) return url.href;
  throw new Refusal(422, 'The endpoint has to be an https address of a push service that we know.');
}

function readKeys(value: unknown): AlertRequest['subscription']['keys'] {
  const { p256dh, auth } = asRecord(value);
  if (isBase64Url(p256dh, 65) && isBase64Url(auth, 16)) return { p256dh, auth };
  throw new Refusal(422, 'The keys are not those of a push subscription.');
}

function isBase64Url(value: unknown, bytes: number): value is string {
  if (typeof value !== 'string' || !/^[\w-]{1,100}=*$/.test(value)) return false;
  return Buffer.from(value, 'base64url').length === bytes;
}

/** An address that replaces another takes over its waiting pushes. */
export async function keepAlert(
  trx: Transaction<Tables>,
  { subscription, replaces }: AlertRequest,
): Promise<void> {
  const { endpoint, keys } = subscription;
  if (replaces !== undefined && replaces !== endpoint) {
    await removeAlert(trx, endpoint);
    await trx.updateTable('alerts').set({ endpoint }).where('endpoint', '=', replaces).execute();
  }
  await trx
    .insertInto('alerts')
    .values({ endpoint, ...keys, created_at: new Date().toISOString(), reached_at: null })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(keys))
    .execute();
  await makeRoom(trx);
}

/** Deletes the oldest that no push ever reached: somebody who sends thousands shuts nobody out. */
async function makeRoom(trx: Transaction<Tables>): Promise<void> {
  const { count } = await trx
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) <= mostAddresses) return;
  const first = trx
    .selectFrom('alerts')
    .select('endpoint')
    .orderBy(sql`reached_at is not null`)
    .orderBy('created_at')
    .limit(Number(count) - mostAddresses);
  await trx.deleteFrom('alerts').where('endpoint', 'in', first).execute();
}

export async function removeAlert(trx: Kysely<Tables>, endpoint: string): Promise<void> {
  await trx.deleteFrom('alerts').where('endpoint', '=', endpoint).execute();
}

export async function tellOfVacancy(
  trx: Transaction<Tables>,
  id: string,
  toldAt: string | null,
): Promise<void> {
  const now = new Date();
  // `abs`: the clock may have run ahead.
  if (toldAt !== null && Math.abs(now.getTime() - Date.parse(toldAt)) < isNewsAgainMs) return;
  const time = now.toISOString();
  await trx.updateTable('vacancies').set({ told_at: time }).where('id', '=', id).execute();
  await sql`insert into pushes (vacancy, endpoint, created_at, due_at, tries)
    select ${id}, endpoint, ${time}, ${time}, 0 from alerts where true on conflict do nothing`.execute(trx);
}
