import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';

import { StartError } from '../config.ts';
import type { Tables } from './schema.ts';

/** Brings the database to this version's schema; safe when several servers start at once. */
export async function migrate(db: Kysely<Tables>, kind: 'sqlite' | 'postgres', label: string): Promise<void> {
  const { error } =
    kind === 'postgres' ? await run(db) : await db.connection().execute((connection) => locked(connection));
  if (error === undefined) return;
  if (error instanceof Error && error.message.startsWith('corrupted migrations'))
    throw new StartError(`${label}: the store was made by a newer version of this program.`);
  throw error;
}

/** SQLite has no advisory locks: one write transaction keeps a second process waiting. */
async function locked(connection: Kysely<Tables>) {
  await sql`begin immediate`.execute(connection);
  const result = await run(connection);
  await (result.error === undefined ? sql`commit` : sql`rollback`).execute(connection);
  return result;
}

function run(db: Kysely<Tables>) {
  const provider: MigrationProvider = {
    getMigrations: async () =>
      ({ '2026-11-21-first': first, '2026-11-21-flagged': flagged }) satisfies Record<string, Migration>,
  };
  return new Migrator({ db, provider }).migrateToLatest();
}

const first: Migration = {
  async up(db: Kysely<unknown>) {
    await createContentTables(db);
    await createWriteTables(db);
  },
};

async function createContentTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('media')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('priority', 'integer')
    .addColumn('hidden_at', 'text')
    .execute();
  await db.schema.createIndex('media_newest').on('media').columns(['kind', 'created_at', 'id']).execute();
  await db.schema.createIndex('media_priority').on('media').column('priority').execute();
  await db.schema
    .createTable('vacancies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('closed_at', 'text')
    .execute();
  await db.schema
    .createTable('files')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('bytes', isPostgres(db) ? 'bytea' : 'blob', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('facts')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

async function createWriteTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('applications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('job', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('mobile', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('request_key', 'text', (column) => column.notNull().unique())
    .execute();
  await db.schema.createIndex('applications_age').on('applications').column('created_at').execute();
  await db.schema
    .createTable('subscribers')
    .addColumn('email_key', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('request_key', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('answers')
    .addColumn('request_key', 'text', (column) => column.primaryKey())
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text')
    .addColumn('status', 'integer')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('answers_age').on('answers').column('created_at').execute();
}

const flagged: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['applications', 'subscribers'])
      await db.schema
        .alterTable(table)
        .addColumn('flagged', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
  },
};

function isPostgres(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter.supportsTransactionalDdl === true;
}
