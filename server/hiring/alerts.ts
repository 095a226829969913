import { sql } from 'kysely';

import type { AlertRequest } from '#src/contract/alerts.ts';
import { asRecord } from '#src/contract/response.ts';
import { serverErrors } from '#src/words/errors.ts';

import { dayMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Db, Trx } from '../store/schema.ts';
import { moveNews } from './news.ts';

/** Hosts of Chromium, Firefox, Safari and Edge; the server posts to no other. */
const pushServices =
  /^(?:fcm\.googleapis\.com|(?:[\w-]+\.)*push\.(?:services\.mozilla|apple)\.com|(?:[\w-]+\.)*notify\.windows\.com)$/;
const longestEndpoint = 1_000;
const mostAddresses = 10_000;
/** Prevents a second alert for a vacancy that was closed by mistake and reopened. */
const announceAgainMs = 7 * dayMs;
/** Longer than any server's cache, so that an alerted visitor finds the vacancy. */
export const alertDelayMs = 3_000;

export function parseAlertRequest(body: unknown): AlertRequest {
  const { subscription, replaces } = asRecord(body);
  const { endpoint, keys } = asRecord(subscription);
  return {
    subscription: { endpoint: parseEndpoint(endpoint), keys: readKeys(keys) },
    replaces: replaces === undefined ? undefined : parseEndpoint(replaces),
  };
}

export function parseEndpoint(value: unknown): string {
  const text = typeof value === 'string' && value.length <= longestEndpoint ? value : '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'https:' && url.port + url.username + url.password + url.hash === '';
  if (isPlain && pushServices.test(url.hostname)) return url.href;
  throw new Refusal(422, serverErrors.endpoint);
}

function readKeys(value: unknown): AlertRequest['subscription']['keys'] {
  const { p256dh, auth } = asRecord(value);
  if (isBase64Url(p256dh, 65) && isBase64Url(auth, 16)) return { p256dh, auth };
  throw new Refusal(422, serverErrors.pushKeys);
}

function isBase64Url(value: unknown, bytes: number): value is string {
  if (typeof value !== 'string' || !/^[\w-]{1,100}=*$/.test(value)) return false;
  return Buffer.from(value, 'base64url').length === bytes;
}

/**
 * Stores a subscription. If it replaces another, it inherits that one's pushes and what it was registered for:
 * vacancies, or only news about applications.
 */
export async function saveAlert(trx: Trx, { subscription, replaces }: AlertRequest): Promise<void> {
  const { endpoint, keys } = subscription;
  if (replaces !== undefined && replaces !== endpoint) {
    const moved = { endpoint, ...keys };
    await trx.deleteFrom('alerts').where('endpoint', '=', endpoint).execute();
    const alerts = trx.updateTable('alerts').set(moved).where('endpoint', '=', replaces);
    const { numUpdatedRows } = await alerts.executeTakeFirstOrThrow();
    if ((await moveNews(trx, replaces, moved)) && numUpdatedRows === 0n) return;
  }
  await trx
    .insertInto('alerts')
    .values({ endpoint, ...keys, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...keys, refused: 0 }))
    .execute();
  await deleteSurplus(trx);
}

/** Deletes the oldest unreached addresses first, so that fake ones do not displace real ones. */
async function deleteSurplus(trx: Trx): Promise<void> {
  const count = await countAlerts(trx, null);
  if (count <= mostAddresses) return;
  const first = trx
    .selectFrom('alerts')
    .select('endpoint')
    .orderBy(sql`reached_at is not null`)
    .orderBy('created_at')
    .limit(count - mostAddresses);
  await trx.deleteFrom('alerts').where('endpoint', 'in', first).execute();
}

/** Ends all alerts of a device. */
export async function removeDevice(trx: Trx, endpoint: string): Promise<void> {
  for (const table of ['alerts', 'news_alerts'] as const)
    await trx.deleteFrom(table).where('endpoint', '=', endpoint).execute();
}

/** Counts the devices that `queueAlerts` would alert. */
export async function countAlerts(db: Db, announcedAt: string | null): Promise<number> {
  if (wasAnnounced(announcedAt)) return 0;
  const { count } = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** `abs`: the clock may have been wrong. */
function wasAnnounced(at: string | null): boolean {
  return at !== null && Math.abs(Date.now() - Date.parse(at)) < announceAgainMs;
}

export async function queueAlerts(trx: Trx, id: string, announcedAt: string | null): Promise<void> {
  if (wasAnnounced(announcedAt)) return;
  const now = new Date();
  const time = now.toISOString();
  const due = new Date(now.getTime() + alertDelayMs).toISOString();
  await trx.updateTable('vacancies').set({ told_at: time }).where('id', '=', id).execute();
  await sql`insert into pushes (vacancy, endpoint, created_at, due_at, tries)
    select ${id}, endpoint, ${time}, ${due}, 0 from alerts where true on conflict do nothing`.execute(trx);
}
