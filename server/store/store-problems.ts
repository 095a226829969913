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

export type StoreProblem = 'full' | 'busy' | 'away';

/** Why the store cannot be used at the moment; undefined for any other error. */
export function storeProblem(error: unknown): StoreProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  // On a full disk SQLite may also fail to enlarge the file that it maps into memory.
  if ([10, 13].includes(sqliteCode(error)) || codeOf(error) === '53100') return 'full';
  if (isBusy(error)) return 'busy';
  return unavailable.test(codeOf(error)) || brokenConnection.test(error.message) ? 'away' : undefined;
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
export function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;
}
