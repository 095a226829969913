import { Socket } from 'node:net';

import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

import { codeOf, StartError } from '../config.ts';
import type { Db, Tables } from './schema.ts';
import { isPostgres } from './store-problems.ts';

const oldestVersion = 13;

const statementTimeoutMs = 10_000;
/** Longer than any statement may run. */
const socketTimeoutMs = 12_000;

/** A copy takes as long as it takes. */
const limits = {
  request: {
    statement_timeout: statementTimeoutMs,
    // Release the locks of a client that crashed.
    idle_in_transaction_session_timeout: statementTimeoutMs,
    stream: socketWithTimeout,
  },
  copy: { keepAlive: true },
};

export async function openPostgres(
  url: string,
  use: keyof typeof limits,
  onLost: (error: Error) => void = () => {},
): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: asLibpq(url),
    // Instead of PGSSLMODE, which the driver would understand in its own way.
    ssl: false,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Close idle connections before their socket times out.
    idleTimeoutMillis: socketTimeoutMs - 2_000,
    ...limits[use],
    // Compiling the office's counts takes twenty times as long as counting.
    options: '-c jit=off',
    application_name: 'hcs-website',
  });
  pool.on('error', onLost);
  // The pool handles only errors on idle connections; any other would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { rows } = await sql<{ version: string; readonly: string }>`
      select current_setting('server_version_num') as version,
             current_setting('default_transaction_read_only') as readonly`.execute(db);
    checkServer(Number(rows[0]?.version), rows[0]?.readonly === 'on');
    return db;
  } catch (error) {
    await db.destroy();
    if (error instanceof StartError) throw error;
    const said = error instanceof Error ? error.message.split('\n', 1).join() : '';
    throw new StartError(`DATABASE_URL: cannot reach the database (${said || codeOf(error)}).`);
  }
}

/** Gives `sslmode` the meaning that it has for PostgreSQL's own programs. */
function asLibpq(url: string): string {
  const address = new URL(url);
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  return address.href;
}

/** Without this timeout, TCP waits 15 minutes for a host that does not respond. */
function socketWithTimeout(): Socket {
  const socket = new Socket();
  return socket.setTimeout(socketTimeoutMs, () =>
    socket.destroy(Object.assign(new Error('The database stopped responding.'), { code: 'ETIMEDOUT' })),
  );
}

/** Throws on a standby, which accepts reads but no writes. */
export async function refuseStandby(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  const { rows } = await sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`.execute(db);
  if (rows[0]?.isStandby) throw Object.assign(new Error('The database is a standby.'), { code: '25006' });
}

function checkServer(versionNumber: number, readOnly: boolean): void {
  if (versionNumber < oldestVersion * 10_000)
    throw new StartError(`DATABASE_URL: PostgreSQL ${oldestVersion} or later is required.`);
  if (readOnly) throw new StartError('DATABASE_URL: the database is read-only.');
}
