import { Socket } from 'node:net';

import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

import { codeOf, StartError } from '../config.ts';
import type { Tables } from './schema.ts';

const oldestVersion = 13;

/** The server itself gives up a statement after this time, and says so. */
const statementMs = 10_000;
/** So a connection on which nothing arrives for longer has nobody at its other end. */
const silenceMs = 12_000;

/** Connects to a shared PostgreSQL; `onLost` hears of connections that break while idle. */
export async function openPostgres(url: string, onLost: (error: Error) => void): Promise<Kysely<Tables>> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Before the silence is taken for a fault.
    idleTimeoutMillis: silenceMs - 2_000,
    statement_timeout: statementMs,
    // Without it a host that vanished would hold the server's locks for as long as TCP hopes.
    idle_in_transaction_session_timeout: statementMs,
    stream: impatientSocket,
    application_name: 'hcs-website',
  });
  pool.on('error', onLost);
  // The pool listens to idle connections only; one that breaks in a transaction would end the process.
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
    throw new StartError(`DATABASE_URL: the database cannot be reached (${codeOf(error)}).`);
  }
}

/** Breaks when nothing arrives for long: TCP alone would wait a quarter of an hour for a host that vanished. */
function impatientSocket(): Socket {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () =>
    socket.destroy(Object.assign(new Error('The database fell silent.'), { code: 'ETIMEDOUT' })),
  );
}

function checkServer(versionNumber: number, readOnly: boolean): void {
  if (versionNumber < oldestVersion * 10_000)
    throw new StartError(`DATABASE_URL: PostgreSQL ${oldestVersion} or newer is needed.`);
  if (readOnly) throw new StartError('DATABASE_URL: the database is read-only.');
}
