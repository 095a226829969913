import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { sql } from 'kysely';

import { codeOf, StartError } from '../config.ts';
import { migrate } from './migrations.ts';
import { openPostgres, unfinishedRestore } from './postgres.ts';
import type { Db, Trx } from './schema.ts';

const own = ['--schema=public', '--no-owner', '--no-privileges'];

export async function dump(url: string, file: string): Promise<void> {
  await run(url, 'pg_dump', [...own, '--format=custom', `--file=${file}`]);
}

/** Replaces the store with a dump; the old store becomes the schema `aside`. Changes nothing on failure. */
export async function restoreDump<T>(
  url: string,
  file: string,
  aside: string,
  settle: (trx: Trx, old: string) => Promise<T>,
): Promise<T> {
  await run(null, 'pg_restore', ['--list', file]);
  const db = await openPostgres(url, () => {});
  try {
    await refuseIfUsed(db);
    await undo(db);
    await db.transaction().execute(async (trx) => {
      await sql`alter schema public rename to ${sql.id(aside)}`.execute(trx);
      await sql`create schema public`.execute(trx);
      // Lets `unfinishedRestore` recognise this state, even after a power failure.
      await sql`comment on schema public is ${sql.lit(aside)}`.execute(trx);
    });
    await run(url, 'pg_restore', [...own, '--single-transaction', file]);
    return await db.transaction().execute(async (trx) => {
      await migrate(trx, 'The copy');
      await sql`comment on schema public is null`.execute(trx);
      return settle(trx, aside);
    });
  } catch (error) {
    await undo(db);
    throw error;
  } finally {
    await db.destroy();
  }
}

async function refuseIfUsed(db: Db): Promise<void> {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
    and application_name = current_setting('application_name') and pid <> pg_backend_pid()`.execute(db);
  if (rows.length > 0)
    throw new StartError('Another program is using the store. Stop it first. Nothing was changed.');
}

async function undo(db: Db): Promise<void> {
  const aside = await unfinishedRestore(db);
  if (aside === null) return;
  await db.transaction().execute(async (trx) => {
    await sql`drop schema public cascade`.execute(trx);
    await sql`alter schema ${sql.id(aside)} rename to public`.execute(trx);
  });
}

/** Passes the password in the environment, because all users of the machine can read arguments. */
async function run(url: string | null, program: string, args: string[]): Promise<void> {
  const address = url === null ? null : new URL(url);
  const password = decodeURIComponent(address?.password ?? '');
  if (address !== null) address.password = '';
  const env = { ...process.env, PGCONNECT_TIMEOUT: '10', ...(password && { PGPASSWORD: password }) };
  const target = address === null ? [] : [`--dbname=${address}`];
  try {
    await promisify(execFile)(program, [...target, ...args], { env, maxBuffer: 100_000_000 });
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      throw new StartError(
        `${program} is not installed. Install PostgreSQL's client programs, for example: apt install postgresql-client`,
      );
    const { stderr } = Object(error) as { stderr?: string };
    const what = program === 'pg_dump' ? 'No copy was made' : 'The copy cannot be used. Nothing was changed';
    throw new StartError(`${what}: ${stderr?.trim() || codeOf(error)}`);
  }
}
