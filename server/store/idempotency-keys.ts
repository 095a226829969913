import { createHash } from 'node:crypto';

import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely';

import { cleanText } from '#src/contract/validation.ts';
import { serverErrors } from '#src/words/errors.ts';

import { Refusal } from '../lib/refusal.ts';
import type { Db, Tables, Trx } from './schema.ts';
import { isLocked, isPostgres } from './store-problems.ts';

/**
 * The Idempotency-Key (IETF draft) and a hash of the fields. A submission's row stores both. If that row is deleted or was
 * never created, `idempotency_keys` stores a hash of both, so that a late repeat stores nothing.
 */
export type RequestKey = { key: string | null; fingerprint: string };

export function requestKey(call: string, key: string | null, input: Record<string, unknown>): RequestKey {
  const names = Object.keys(input).sort();
  const text = JSON.stringify([call, ...names.map((name) => [name, textOf(input[name])])]);
  return { key, fingerprint: createHash('sha256').update(text).digest('base64url') };
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? cleanText(value) : (JSON.stringify(value) ?? '');

function keyHash({ key, fingerprint }: RequestKey): string {
  return createHash('sha256').update(`${key} ${fingerprint}`).digest('base64url');
}

/** When a request was accepted that has no row. */
export async function seenAt(db: Db, request: RequestKey): Promise<string | undefined> {
  if (request.key === null) return undefined;
  const rows = db.selectFrom('idempotency_keys').select('created_at').where('hash', '=', keyHash(request));
  return (await rows.executeTakeFirst())?.created_at;
}

export async function isRemembered(db: Db, request: RequestKey): Promise<boolean> {
  return (await seenAt(db, request)) !== undefined;
}

/** Skips requests without a key: a hash of the text alone could confirm a guess of the text. */
export async function rememberKeys(trx: Db, requests: RequestKey[]): Promise<void> {
  const created_at = new Date().toISOString();
  const rows = requests
    .filter(({ key }) => key !== null)
    .map((request) => ({ hash: keyHash(request), created_at }));
  if (rows.length === 0) return;
  const insert = trx.insertInto('idempotency_keys').values(rows);
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
}

/** Without this lock, two servers that look for the same text at once would both store it. */
export async function advisoryLock(trx: Trx, text: string): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(trx);
}

export function keyReused(): Refusal {
  return new Refusal(422, serverErrors.keyReused);
}

export function inProgress(): Refusal {
  return new Refusal(409, serverErrors.inProgress, { retryAfter: 2 });
}

/** Inserts a row. Throws if another server has just stored its key. */
export async function insertOnce<Table extends keyof Tables>(
  inserting: InsertQueryBuilder<Tables, Table, InsertResult>,
): Promise<void> {
  const inserted = await inserting.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) throw inProgress();
}

export function refuseLocked(error: unknown): never {
  throw isLocked(error) ? inProgress() : error;
}

/** Runs `change` unless `parts` was used before; returns the path to which it led. */
export async function once(
  trx: Trx,
  parts: [person: string, path: string, fields: string],
  change: () => Promise<string>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  await advisoryLock(trx, hash);
  const rows = trx.selectFrom('idempotency_keys').select('leads_to').where('hash', '=', hash);
  const known = await rows.executeTakeFirst();
  if (known?.leads_to) return known.leads_to;
  const leads_to = await change();
  const created_at = new Date().toISOString();
  await trx.insertInto('idempotency_keys').values({ hash, created_at, leads_to }).execute();
  return leads_to;
}

export type TextTable = 'articles' | 'vacancies' | 'newsletters';

/**
 * Finds the row that was last saved by a form with this key. If the response was lost, saving again (perhaps with more
 * text) edits that row and passes the version check.
 */
export async function savedBy(trx: Trx, table: TextTable, key: string) {
  if (key === '') return undefined;
  await advisoryLock(trx, key);
  return trx.selectFrom(table).select(['id', 'version']).where('saved_key', '=', key).executeTakeFirst();
}

export async function rememberSaved(trx: Trx, table: TextTable, id: string, key: string): Promise<void> {
  const saved_key = key === '' ? null : key;
  await trx.updateTable(table).set({ saved_key }).where('id', '=', id).execute();
}
