import { Socket } from 'node:net';

import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

import { codeOf, StartError } from '../config.ts';
import type { Tables } from './schema.ts';

const oldestVersion = 13;

const statementMs = 10_000;
/** Longer than any statement: the host has vanished. */
const silenceMs = 12_000;

export async function openPostgres(url: string, onLost: (error: Error) => void): Promise<Kysely<Tables>> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Below `silenceMs`: an idle connection is no fault.
    idleTimeoutMillis: silenceMs - 2_000,
    statement_timeout: statementMs,
    // Releases the locks of a client that vanished.
    idle_in_transaction_session_timeout: statementMs,
    stream: impatientSocket,
    application_name: 'hcs-website',
  });
  pool.on('error', onLost);
  // The pool handles errors of idle connections only; others would end the process.
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

/** TCP alone waits a quarter of an hour for a host that vanished. */
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
