import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { freePort } from './server.ts';

/** A PostgreSQL server of the test's own. */
export type Cluster = AsyncDisposable & {
  /** Creates an empty database; gives its address. */
  newDatabase: () => Promise<string>;
  /** Cuts all connections, as a crash does, and comes back on the same port. */
  restart: () => Promise<void>;
};

const packages = '/usr/lib/postgresql';

/** Runs the server until it reads a word, or the tests have ended without one; then removes the folder. */
const guard = '"$@" & read -r word; kill -QUIT $!; wait; [ "$word" = again ] || exec rm -rf "$0"';

/** Tests end processes, not the machine: nothing has to reach the disk. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '60' };

/** Starts a server in a temporary folder; with a `password` it asks for it. */
export async function startPostgres(password = ''): Promise<Cluster> {
  const bin = findBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'hcs-postgres-'));
  const owner = process.getuid?.() === 0 ? postgresUser() : undefined;
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { ...owner, cwd: folder } as const;
  const secret = join(folder, 'password');
  writeFileSync(secret, password, { mode: 0o644 });
  const access = password === '' ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${secret}`];
  const data = join(folder, 'data');
  const init = ['-D', data, ...access, '-U', 'hcs', '-E', 'UTF8', '-N'];
  execFileSync(join(bin, 'initdb'), init, { ...options, stdio: 'ignore' });
  const port = await freePort();
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [
    join(bin, 'postgres'),
    '-D',
    data,
    '-h',
    '127.0.0.1',
    '-p',
    `${port}`,
    '-k',
    folder,
    ...set,
  ];
  const login = password === '' ? 'hcs' : `hcs:${encodeURIComponent(password)}`;
  const base = `postgres://${login}@127.0.0.1:${port}`;
  const run = async () => {
    const child = spawn('sh', ['-c', guard, folder, ...command], {
      ...options,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // Must not keep the tests' process running.
    child.unref();
    (child.stdin as Socket).unref();
    await untilReady(`${base}/postgres`);
    return child;
  };
  let server = await run();
  const end = async (word: string) => {
    const ended = once(server, 'exit');
    server.stdin.end(`${word}\n`);
    await ended;
  };
  let count = 0;
  return {
    async newDatabase() {
      count += 1;
      const name = `site_${count}`;
      await withClient(`${base}/postgres`, (client) => client.query(`create database ${name}`));
      return `${base}/${name}`;
    },
    async restart() {
      await end('again');
      server = await run();
    },
    [Symbol.asyncDispose]: () => end('stop'),
  };
}

/** Runs `work` with a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks fails the query under way; its event adds nothing.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;)
    try {
      return await withClient(url, async () => {});
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(50);
    }
}

function findBinaries(): string {
  const versions = existsSync(packages) ? readdirSync(packages).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(packages, version, 'bin'));
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('PostgreSQL is not installed.');
  return found;
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
