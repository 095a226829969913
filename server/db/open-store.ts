import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { type Kysely, sql, type Transaction } from 'kysely';

import { type Config, codeOf, connectCommand, StartError } from '../config.ts';
import { isBusy } from './errors.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';
import { openSqlite, prepareDataDir } from './sqlite.ts';

export type Work<T> = (trx: Transaction<Tables>) => Promise<T>;

export type Store = {
  db: Kysely<Tables>;
  isNew: boolean;
  /** One transaction, which is on the disk on return; `work` runs again if another process was writing. */
  write<T>(work: Work<T>): Promise<T>;
  /** For work that deletes personal data: empties SQLite's log as well. */
  erase<T>(work: Work<T>): Promise<T>;
  close(): Promise<void>;
};

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

type StoreOptions = {
  /** A database connection broke while idle. */
  onLost?: (error: Error) => void;
  mayCreate?: boolean;
};

export async function openStore(
  place: Place,
  { onLost = () => {}, mayCreate = true }: StoreOptions = {},
): Promise<Store> {
  if (place.databaseUrl === null) return openFile(place.dataDir, 'hcs.sqlite', mayCreate);
  const db = await openPostgres(place.databaseUrl, onLost);
  return prepare(db, 'DATABASE_URL', mayCreate, {
    write: (work) =>
      db.transaction().execute(async (trx) => {
        // For a repeated write to wait for the first one.
        await sql`set local lock_timeout = '2s'`.execute(trx);
        return work(trx);
      }),
    erase: (work) => db.transaction().execute(work),
  });
}

/** For a server in front of a provider: the keys of accepted writes. */
export const openKeys = ({ dataDir }: Place): Promise<Store> => openFile(dataDir, 'keys.sqlite', true);

async function openFile(dataDir: string, name: string, mayCreate: boolean): Promise<Store> {
  const file = join(dataDir, name);
  if (!mayCreate && !existsSync(file)) throw noStore(`DATA_DIR: there is no store ${file}.`);
  prepareDataDir(dataDir);
  const db = openSqlite(file);
  const write = <T>(work: Work<T>) => untilFree(() => db.transaction().execute(work));
  const store = await prepare(db, 'DATA_DIR', mayCreate, {
    write,
    async erase(work) {
      const done = await write(work);
      // While a backup reads, the log stays until the next call.
      await untilFree(() => truncateLog(db)).catch((error: unknown) => {
        if (!isBusy(error)) throw error;
      });
      return done;
    },
  });
  // SQLite's own wait for a lock would block the event loop; `untilFree` waits instead.
  await sql`pragma busy_timeout = 0`.execute(db);
  return store;
}

async function prepare(
  db: Kysely<Tables>,
  label: string,
  mayCreate: boolean,
  methods: Pick<Store, 'write' | 'erase'>,
): Promise<Store> {
  try {
    const isThere = async () => (await db.introspection.getTables()).some(({ name }) => name === 'facts');
    if (!mayCreate && !(await isThere())) throw noStore(`${label}: this database holds no store.`);
    const isNew = await migrate(db, label);
    return { db, isNew, ...methods, close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message.split('\n', 1).join() : codeOf(error);
    throw new StartError(`${label}: the store cannot be used (${reason}).`);
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

async function truncateLog(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  if (rows[0]?.busy !== 0) throw Object.assign(new Error('Somebody reads the log.'), { errcode: 5 });
}

/** Without a password. */
export function placeOf({ databaseUrl, dataDir }: Place): string {
  if (databaseUrl === null) return join(dataDir, 'hcs.sqlite');
  const { pathname, host } = new URL(databaseUrl);
  return `PostgreSQL database "${decodeURIComponent(pathname.slice(1))}" on ${host}`;
}

export function noStore(reason: string): StartError {
  return new StartError(
    `${reason} Start the server once, which makes one, or name the settings that it runs with: ` +
      `${connectCommand()} --env-file=FILE COMMAND.`,
  );
}
