import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { freePort } from './site.ts';

/** A PostgreSQL server of the test's own. */
export type Cluster = {
  /** A new, empty database; gives its address. */
  newDatabase(): Promise<string>;
  /** Cuts all connections, as a crash does, and comes back on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** The tests end processes, not the machine: nothing has to reach the disk. */
const hasty = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

/** Runs the server until it reads a word, or its tests have ended without one: then nothing stays behind. */
const untilToldOrAlone = '"$@" & read -r word; kill -QUIT $!; wait; [ "$word" = again ] || exec rm -rf "$0"';

const packages = '/usr/lib/postgresql';
const packageSettings = '/etc/postgresql-common/createcluster.d';

/**
 * Starts a server in a temporary folder, installing Debian's package when root; says why where it cannot. With a
 * `password` it asks for it.
 */
export async function startPostgres(password = ''): Promise<Cluster | string> {
  const bin = findBinaries() ?? install();
  if (bin === null) return 'PostgreSQL is not installed, and only root on Debian can install it.';
  const owner = process.getuid?.() === 0 ? postgresUser() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'hcs-postgres-'));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const options = { ...owner, cwd: folder, stdio: 'ignore' } as const;
  const secret = join(folder, 'password');
  writeFileSync(secret, password, { mode: 0o644 });
  const access = password === '' ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${secret}`];
  execFileSync(join(bin, 'initdb'), ['-D', data, ...access, '-U', 'hcs', '-E', 'UTF8', '-N'], options);
  const port = await freePort();
  const settings = [
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'max_connections=60',
    ...hasty,
  ];
  const command = [join(bin, 'postgres'), '-D', data, ...settings];
  const run = () =>
    spawn('sh', ['-c', untilToldOrAlone, folder, ...command], {
      ...options,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  let server = run();
  const end = async (word: string) => {
    const ended = once(server, 'exit');
    server.stdin.end(word);
    await ended;
  };
  const login = password === '' ? 'hcs' : `hcs:${encodeURIComponent(password)}`;
  const base = `postgres://${login}@127.0.0.1:${port}`;
  await untilReady(`${base}/postgres`);
  let count = 0;
  return {
    async newDatabase() {
      count += 1;
      await withClient(`${base}/postgres`, (client) => client.query(`create database site_${count}`));
      return `${base}/site_${count}`;
    },
    async restart() {
      await end('again\n');
      server = run();
      await untilReady(`${base}/postgres`);
    },
    stop: () => end('stop\n'),
  };
}

/** Runs `work` with a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks fails the query under way; an event of its own adds nothing.
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
  for (;;) {
    try {
      return await withClient(url, async () => {});
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function findBinaries(): string | null {
  if (!existsSync(packages)) return null;
  const newest = readdirSync(packages).sort((a, b) => Number(b) - Number(a));
  const folders = newest.map((version) => join(packages, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

function install(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    // The package would otherwise make and start a server of its own.
    mkdirSync(packageSettings, { recursive: true });
    writeFileSync(join(packageSettings, 'hcs-tests.conf'), 'create_main_cluster = false\n');
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
      env,
      stdio: 'ignore',
    });
  } catch {
    // No network or no such package: the caller says that it is missing.
  }
  return findBinaries();
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
