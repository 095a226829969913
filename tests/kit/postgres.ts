import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { ownPort } from './ports.ts';

/** A PostgreSQL server just for the tests. */
export type Cluster = AsyncDisposable & {
  /** Creates an empty database; returns its URL. */
  newDatabase: () => Promise<string>;
  /** Cuts all connections, as a crash does, and comes back on the same port. */
  restart: () => Promise<void>;
};

/**
 * Takes the programs' folder, a port and a password. Crashes and restarts the server for each line read; leaves nothing
 * behind, however the tests end. Skips flushing to disk, because the tests kill processes, not the machine.
 */
const script = `
cd / && folder=$(mktemp -d -t hcs-postgres-XXXXXX) && echo "$2" > "$folder/password" || exit 1
"$0/initdb" -D "$folder/data" -A scram-sha-256 --pwfile="$folder/password" -U hcs -E UTF8 -N || exit 1
while
  "$0/postgres" -D "$folder/data" -h 127.0.0.1 -p "$1" -k "$folder" \
    -c fsync=off -c full_page_writes=off -c max_connections=60 &
  read -r word
do kill -QUIT $!; wait; done
kill -QUIT $!; wait; rm -rf "$folder"`;

export async function startPostgres(password = 'secret'): Promise<Cluster> {
  const port = await ownPort();
  const command = ['sh', '-c', script, programsFolder(), String(port), password];
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : ['env'];
  const [program = '', ...args] = [...user, ...command];
  const server = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] });
  // Do not keep the test process running.
  server.unref();
  (server.stdin as Socket).unref();
  const base = `postgres://hcs:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const query = (sql: string) => withClient(`${base}/postgres`, (client) => client.query(sql));
  const startTime = () => query('select pg_postmaster_start_time()::text as since');
  let since = '';
  const untilStarted = async () => {
    for (const deadline = Date.now() + 120_000; ; await delay(50)) {
      const read = startTime().then(({ rows }) => String(rows[0].since));
      const now = await (Date.now() > deadline ? read : read.catch(() => since));
      if (now !== since) return now;
    }
  };
  since = await untilStarted();
  let count = 0;
  return {
    async newDatabase() {
      count += 1;
      await query(`create database site_${count}`);
      return `${base}/site_${count}`;
    },
    async restart() {
      server.stdin.write('again\n');
      since = await untilStarted();
    },
    async [Symbol.asyncDispose]() {
      server.stdin.end();
      await once(server, 'exit');
    },
  };
}

/** Runs `work` with its own connection. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // Ignore the event: a broken connection already fails the query in progress.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

function programsFolder(): string {
  const packages = '/usr/lib/postgresql';
  const versions = existsSync(packages) ? readdirSync(packages).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(packages, version, 'bin'));
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('PostgreSQL is not installed.');
  return found;
}
