import { randomBytes } from 'node:crypto';

import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';

import { StartError } from '../config.ts';
import { createContentTables, createWriteTables, isPostgres } from './first-tables.ts';
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
  const provider: MigrationProvider = { getMigrations: async () => migrations };
  return new Migrator({ db, provider }).migrateToLatest();
}

const first: Migration = {
  async up(db: Kysely<unknown>) {
    await createContentTables(db);
    await createWriteTables(db);
  },
};

const limitsAndPeople: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('answers').addColumn('person', 'text').execute();
    const table = db.schema.createTable('post_counts');
    // Counted in memory only: a minute's counts are not worth a wait for the disk.
    await (isPostgres(db) ? table.modifyFront(sql`unlogged`) : table)
      .addColumn('client', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};

const toldAndTimed: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('applications')
      .addColumn('state', 'text', (column) => column.notNull().defaultTo('received'))
      .execute();
    await db.schema.alterTable('applications').addColumn('word', 'text').execute();
    await db.schema.alterTable('media').addColumn('visible_from', 'text').execute();
    await db.schema.alterTable('vacancies').addColumn('closes_at', 'text').execute();
    await db.schema
      .createTable('outgoing')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('application', 'text', (column) => column.references('applications.id').onDelete('cascade'))
      .addColumn('day', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('problem', 'text')
      .execute();
    await db.schema.createIndex('outgoing_due').on('outgoing').column('due_at').execute();
    await db.schema.createIndex('outgoing_application').on('outgoing').column('application').execute();
  },
};

const flagged: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['applications', 'subscribers'])
      await db.schema
        .alterTable(table)
        .addColumn('flagged', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
  },
};

const sameContent: Migration = {
  up: (db: Kysely<unknown>) =>
    db.schema.createIndex('answers_fingerprint').on('answers').column('fingerprint').execute(),
};

const partlyTold: Migration = {
  up: (db: Kysely<unknown>) => db.schema.alterTable('outgoing').addColumn('told', 'text').execute(),
};

const followed: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('applications').addColumn('secret_hash', 'text').execute();
    await db.schema.alterTable('applications').addColumn('state_at', 'text').execute();
    await db.schema
      .createIndex('applications_secret')
      .unique()
      .on('applications')
      .column('secret_hash')
      .execute();
    const key = randomBytes(32).toString('base64url');
    await sql`insert into facts (name, value) values ('secret-key', ${key})`.execute(db);
  },
};

const alerts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('vacancies').addColumn('told_at', 'text').execute();
    await db.schema
      .createTable('alerts')
      .addColumn('endpoint', 'text', (column) => column.primaryKey())
      .addColumn('p256dh', 'text', (column) => column.notNull())
      .addColumn('auth', 'text', (column) => column.notNull())
      .addColumn('kinds', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    for (const [name, target] of [
      ['vacancy', 'vacancies.id'],
      ['alert', 'alerts.endpoint'],
    ] as const) {
      await db.schema
        .alterTable('outgoing')
        .addColumn(name, 'text', (column) => column.references(target).onDelete('cascade'))
        .execute();
      await db.schema.createIndex(`outgoing_${name}`).on('outgoing').column(name).execute();
    }
  },
};

const withdrawnAndReached: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('alerts').addColumn('reached_at', 'text').execute();
    for (const column of ['secret_hash', 'same_as']) {
      await db.schema.alterTable('answers').addColumn(column, 'text').execute();
      await db.schema.createIndex(`answers_${column}`).on('answers').column(column).execute();
    }
  },
};

/** In the order of their names, which is the order in which they run. */
const migrations: Record<string, Migration> = {
  '2026-11-21-first': first,
  '2026-11-22-limits-and-people': limitsAndPeople,
  '2026-11-23-told-and-timed': toldAndTimed,
  '2026-11-24-flagged': flagged,
  '2026-11-25-same-content': sameContent,
  '2026-11-26-partly-told': partlyTold,
  '2026-11-27-followed': followed,
  '2026-11-28-alerts': alerts,
  '2026-11-29-withdrawn-and-reached': withdrawnAndReached,
};

/** A store with any other was made by a newer version. */
export const knownMigrations: string[] = Object.keys(migrations);

/** All that belongs to a store. */
export const tableNames: string[] = [
  ...Object.keys({
    media: true,
    vacancies: true,
    applications: true,
    subscribers: true,
    answers: true,
    alerts: true,
    outgoing: true,
    post_counts: true,
    files: true,
    facts: true,
  } satisfies Record<keyof Tables, true>),
  'kysely_migration',
  'kysely_migration_lock',
];
