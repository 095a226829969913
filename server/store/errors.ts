import type { Kysely } from 'kysely';

import { codeOf } from '../config.ts';

export function isPostgres(db: Pick<Kysely<never>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter.supportsTransactionalDdl === true;
}

const unavailable =
  /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08\d{3}|53[234]00|53000|57P0\d|25006|55000|57014|40001|40P01)$/;

/** Matches driver errors that have no code. */
const brokenConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** True if the request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isBusy(error) || unavailable.test(codeOf(error)) || brokenConnection.test(error.message);
}

export function isDiskFull(error: unknown): boolean {
  return sqliteCode(error) === 13 || codeOf(error) === '53100';
}

/** True if another process holds SQLite's lock. */
export function isBusy(error: unknown): boolean {
  return [5, 6].includes(sqliteCode(error));
}

/** True if another transaction holds a lock in PostgreSQL. */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Returns the primary result code: the low byte of the extended one. */
function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;
}
