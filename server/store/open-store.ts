import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';

import { type Config, codeOf, StartError } from '../config.ts';
import { inSlices } from '../lib/slices.ts';
import { accessing } from './file-access.ts';
import { migrate, refuseOther } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import type { Db, Trx } from './schema.ts';
import { asDb, openSqlite, openToRead, prepareDataDir } from './sqlite.ts';
import { isBusy } from './store-problems.ts';

export type Work<T> = (trx: Trx) => Promise<T>;

export type Store = {
  db: Db;
  isNew: boolean;
  /** Runs a durable transaction; retries `work` if another process is writing. */
  write<T>(work: Work<T>): Promise<T>;
  /** Use it to delete personal data: SQLite's write-ahead log is truncated soon after. */
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

type Use = 'create' | 'change' | 'read';

type StoreOptions = {
  /** Called when an idle connection breaks, or SQLite's log could not be truncated. */
  onProblem?: (error: unknown) => void;
  /** `read`: changes nothing, and needs no disk that can be written. */
  use?: Use;
};

export async function openStore(
  place: Place,
  { onProblem = () => {}, use = 'create' }: StoreOptions = {},
): Promise<Store> {
  if (place.databaseUrl === null) return openFile(place.dataDir, 'hcs.sqlite', use, onProblem);
  const db = await openPostgres(place.databaseUrl, 'request', onProblem);
  return prepare(db, 'DATABASE_URL', use, {
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
  openFile(dataDir, 'keys.sqlite', 'create', () => {});

async function openFile(
  dataDir: string,
  name: string,
  use: Use,
  onProblem: (error: unknown) => void,
): Promise<Store> {
  const file = join(dataDir, name);
  if (use !== 'create' && statSync(dataDir, { throwIfNoEntry: false }) === undefined) throw noFile(file);
  if (use !== 'create' && !accessing(dataDir, () => readdirSync(dataDir)).includes(name)) throw noFile(file);
  if (use !== 'read') prepareDataDir(dataDir);
  const db = use === 'read' ? asDb(openToRead(file)) : openSqlite(file);
  const write = <T>(work: Work<T>) => untilFree(() => db.transaction().execute(work));
  const log = logTruncater(db, onProblem);
  const store = await prepare(db, 'DATA_DIR', use, {
    write,
    async erase(work) {
      const result = await write(work);
      log.truncate();
      return result;
    },
  });
  // SQLite's own busy timeout would block the event loop; `untilFree` waits instead.
  await sql`pragma busy_timeout = 0`.execute(db);
  return { ...store, close: () => log.end().then(store.close) };
}

const noFile = (file: string) => noStore(`DATA_DIR: store not found: ${file}.`);

/** Truncates SQLite's log beside all requests, once at a time; while it is being read, half a second later. */
function logTruncater(db: Db, onProblem: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const tryNow = async () => {
    timer = undefined;
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy !== 0) tryIn(500);
  };
  const tryIn = (ms: number) => {
    timer ??= setTimeout(() => {
      running = tryNow().catch(onProblem);
    }, ms).unref();
  };
  return {
    truncate: () => tryIn(0),
    async end() {
      const isDue = timer !== undefined;
      clearTimeout(timer);
      await running;
      if (isDue) await tryNow().catch(onProblem);
      clearTimeout(timer);
    },
  };
}

async function prepare(
  db: Db,
  label: string,
  use: Use,
  methods: Pick<Store, 'write' | 'erase'>,
): Promise<Store> {
  try {
    const isThere = async () => (await db.introspection.getTables()).some(({ name }) => name === 'facts');
    if (use !== 'create' && !(await isThere())) throw noStore(`${label}: this database contains no store.`);
    if (use === 'read') await refuseOther(db, label);
    const isNew = use !== 'read' && (await migrate(db, label));
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
  for (const until = performance.now() + 5_000; ; await delay(20))
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
    }
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
