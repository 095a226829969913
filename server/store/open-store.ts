import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { type Kysely, sql, type Transaction } from 'kysely';

import { type Config, codeOf, connectCommand, StartError } from '../config.ts';
import { prepareDataDir, tightenFolder } from './data-dir.ts';
import { groupCommit } from './group-commit.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';
import { begin } from './seed.ts';
import { openSqlite } from './sqlite.ts';

export type Store = {
  kind: 'sqlite' | 'postgres';
  db: Kysely<Tables>;
  /** Runs `work` in one write transaction; on return it is on the disk. */
  write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type StoreOptions = {
  /** Told of database connections that break while idle. */
  onLost?: (error: Error) => void;
  /** Set to `answers` where a provider keeps the content and only repeated writes are remembered here. */
  purpose?: 'everything' | 'answers';
  /** Told where the store is, when it was made. */
  onMade?: (place: string) => void;
  /** Unless false, a store that is not there is made. */
  isNewAllowed?: boolean;
};

/** What a server in front of a provider keeps. */
export const answersFile = 'answers.sqlite';

/** How long a repeated write waits for the first one to finish. */
const lockTimeout = sql`set local lock_timeout = '2s'`;

/** Opens the store that the settings ask for, brings it up to date and fills a new one where the settings ask for sample content. */
export async function openStore(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'sampleContent'>,
  { onLost = () => {}, onMade = () => {}, purpose = 'everything', isNewAllowed = true }: StoreOptions = {},
): Promise<Store> {
  const kind = config.databaseUrl === null ? 'sqlite' : 'postgres';
  const label = kind === 'sqlite' ? 'DATA_DIR' : 'DATABASE_URL';
  const file = join(config.dataDir, purpose === 'everything' ? 'hcs.sqlite' : answersFile);
  if (kind === 'sqlite') {
    if (!isNewAllowed && !existsSync(file)) throw noStore(`DATA_DIR: there is no store ${file}.`);
    prepareDataDir(config.dataDir);
    tightenFolder(config.dataDir);
  }
  const db = config.databaseUrl === null ? openSqlite(file) : await openPostgres(config.databaseUrl, onLost);
  const store: Store = {
    kind,
    db,
    write: kind === 'sqlite' ? groupCommit(db) : ownTransaction(db),
    close: () => db.destroy(),
  };
  try {
    if (!isNewAllowed && !(await isStore(db))) throw noStore(`${label}: this database holds no store.`);
    await migrate(db, kind, label);
    if (purpose === 'everything' && (await begin(store, config.sampleContent))) onMade(placeOf(config));
    return store;
  } catch (error) {
    await db.destroy();
    if (error instanceof StartError) throw error;
    throw new StartError(`${label}: the store cannot be used (${reasonOf(error)}).`);
  }
}

/** Without a password. */
export function placeOf({ databaseUrl, dataDir }: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
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

/** Whether there is a schema, of whatever version. */
async function isStore(db: Kysely<Tables>): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === 'facts');
}

function ownTransaction(db: Kysely<Tables>): Store['write'] {
  return (work) =>
    db.transaction().execute(async (trx) => {
      await lockTimeout.execute(trx);
      return work(trx);
    });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n', 1).join() : codeOf(error);
}
