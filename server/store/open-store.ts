import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { sql } from 'kysely';

import { type Config, codeOf, StartError } from '../config.ts';
import { inSlices } from '../lib/slices.ts';
import { isBusy } from './errors.ts';
import { migrate } from './migrations.ts';
import { openPostgres, unfinishedRestore } from './postgres.ts';
import type { Db, Trx } from './schema.ts';
import { openSqlite, prepareDataDir } from './sqlite.ts';

export type Work<T> = (trx: Trx) => Promise<T>;

export type Store = {
  db: Db;
  isNew: boolean;
  /** Runs a durable transaction; retries `work` if another process is writing. */
  write<T>(work: Work<T>): Promise<T>;
  /** Use it to delete personal data: also truncates SQLite's write-ahead log. */
  erase<T>(work: Work<T>): Promise<T>;
  close(): Promise<void>;
};

/** As `inSlices`, with a transaction for each slice. */
export function writeInSlices<Item, Result>(
  store: Store,
  next: (trx: Trx, last: Item | undefined, most: number) => Item[] | Promise<Item[]>,
  work: (trx: Trx, items: Item[]) => Result | Promise<Result>,
): AsyncGenerator<Result> {
  let trx: Trx;
  return inSlices(
    (last: Item | undefined, most) => next(trx, last, most),
    (items) => work(trx, items),
    (slice) =>
      store.write((now) => {
        trx = now;
        return slice();
      }),
  );
}

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

type StoreOptions = {
  /** Called when an idle connection breaks, or SQLite's log could not be truncated. */
  onProblem?: (error: unknown) => void;
  mayCreate?: boolean;
};

export async function openStore(
  place: Place,
  { onProblem = () => {}, mayCreate = true }: StoreOptions = {},
): Promise<Store> {
  if (place.databaseUrl === null) return openFile(place.dataDir, 'hcs.sqlite', mayCreate, onProblem);
  const db = await openPostgres(place.databaseUrl, onProblem);
  if ((await unfinishedRestore(db)) !== null) {
    await db.destroy();
    throw new StartError('DATABASE_URL: a restore was interrupted. Run it again; nothing is lost.');
  }
  return prepare(db, 'DATABASE_URL', mayCreate, {
    write: (work) =>
      db.transaction().execute(async (trx) => {
        // Give a repeated request time to wait for the first one.
        await sql`set local lock_timeout = '2s'`.execute(trx);
        return work(trx);
      }),
    erase: (work) => db.transaction().execute(work),
  });
}

/** Opens the store of a server that forwards to a provider. It holds the keys of accepted writes. */
export const openKeys = ({ dataDir }: Place): Promise<Store> =>
  openFile(dataDir, 'keys.sqlite', true, () => {});

async function openFile(
  dataDir: string,
  name: string,
  mayCreate: boolean,
  onProblem: (error: unknown) => void,
): Promise<Store> {
  const file = join(dataDir, name);
  if (!mayCreate && !existsSync(file)) throw noStore(`DATA_DIR: store not found: ${file}.`);
  prepareDataDir(dataDir);
  const db = openSqlite(file);
  const write = <T>(work: Work<T>) => untilFree(() => db.transaction().execute(work));
  const store = await prepare(db, 'DATA_DIR', mayCreate, {
    write,
    async erase(work) {
      const result = await write(work);
      // `work` is committed. If a backup is reading the log, the next call truncates it.
      await untilFree(() => truncateLog(db)).catch((error: unknown) => isBusy(error) || onProblem(error));
      return result;
    },
  });
  // SQLite's own busy timeout would block the event loop; `untilFree` waits instead.
  await sql`pragma busy_timeout = 0`.execute(db);
  return store;
}

async function prepare(
  db: Db,
  label: string,
  mayCreate: boolean,
  methods: Pick<Store, 'write' | 'erase'>,
): Promise<Store> {
  try {
    const isThere = async () => (await db.introspection.getTables()).some(({ name }) => name === 'facts');
    if (!mayCreate && !(await isThere())) throw noStore(`${label}: this database contains no store.`);
    const isNew = await migrate(db, label);
    return { db, isNew, ...methods, close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message.split('\n', 1).join() : codeOf(error);
    throw new StartError(`${label}: cannot use the store (${reason}).`);
  }
}

/** Retries for 5 s while another process holds SQLite's lock. */
async function untilFree<T>(attempt: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + 5_000; ; await setTimeout(20))
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
    }
}

async function truncateLog(db: Db): Promise<void> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  if (rows[0]?.busy !== 0) throw Object.assign(new Error('The log is being read.'), { errcode: 5 });
}

/** Omits the user name and password. */
export function placeOf({ databaseUrl, dataDir }: Place): string {
  if (databaseUrl === null) return join(dataDir, 'hcs.sqlite');
  const { pathname, host } = new URL(databaseUrl);
  return `PostgreSQL database "${decodeURIComponent(pathname.slice(1))}" on ${host}`;
}

export function noStore(reason: string): StartError {
  return new StartError(
    `${reason} Start the server once to create one, or run the command with the server's settings: ` +
      'node --env-file=FILE server/cli.mjs COMMAND.',
  );
}
