import { randomBytes } from 'node:crypto';

import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

import { StartError } from '../config.ts';
import { isPostgres } from './errors.ts';
import type { Tables } from './schema.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const primary = (column: ColumnDefinitionBuilder) => column.primaryKey();

/** In the order of their names, which is the order in which they run. */
const migrations: Record<string, Migration> = {
  '0001_initial': {
    async up(db: Kysely<unknown>) {
      await createContent(db);
      await createSubmissions(db);
      await createMessages(db);
      const key = randomBytes(32).toString('base64url');
      await sql`insert into facts (name, value) values ('secret-key', ${key})`.execute(db);
    },
  },
};

/** A store with any other was made by a newer version. */
export const knownMigrations: string[] = Object.keys(migrations);

async function createContent(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('media')
    .addColumn('id', 'text', primary)
    .addColumn('kind', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('lead', 'text')
    .addColumn('image', 'text')
    .addColumn('images', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('priority', 'integer')
    .addColumn('hidden_at', 'text')
    .addColumn('visible_from', 'text')
    .addColumn('body', 'text', required)
    .execute();
  const listed = ['kind', 'created_at', 'id', 'hidden_at', 'visible_from'];
  await schema.createIndex('media_listed').on('media').columns(listed).execute();
  await schema.createIndex('media_priority').on('media').column('priority').execute();
  await schema
    .createTable('vacancies')
    .addColumn('id', 'text', primary)
    .addColumn('name', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('lead', 'text')
    .addColumn('location', 'text')
    .addColumn('salary', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('closed_at', 'text')
    .addColumn('closes_at', 'text')
    .addColumn('told_at', 'text')
    .addColumn('body', 'text', required)
    .execute();
  await schema
    .createTable('files')
    .addColumn('name', 'text', primary)
    .addColumn('type', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('bytes', isPostgres(db) ? 'bytea' : 'blob', required)
    .execute();
  await schema
    .createTable('facts')
    .addColumn('name', 'text', primary)
    .addColumn('value', 'text', required)
    .execute();
}

async function createSubmissions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('applications')
    .addColumn('id', 'text', primary)
    .addColumn('job', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('mobile', 'text', required)
    .addColumn('profile', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('request_key', 'text', (column) => column.unique())
    .addColumn('fingerprint', 'text', required)
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('received'))
    .addColumn('state_at', 'text')
    .addColumn('note', 'text')
    .addColumn('flagged', 'integer', required)
    .addColumn('description', 'text', required)
    .execute();
  for (const column of ['created_at', 'fingerprint', 'job'])
    await schema.createIndex(`applications_${column}`).on('applications').column(column).execute();
  await schema.createIndex('applications_email').on('applications').expression(sql`lower(email)`).execute();
  await schema
    .createTable('subscribers')
    .addColumn('email_key', 'text', primary)
    .addColumn('email', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('request_key', 'text', (column) => column.unique())
    .addColumn('fingerprint', 'text', required)
    .addColumn('flagged', 'integer', required)
    .execute();
  await schema.createIndex('subscribers_created_at').on('subscribers').column('created_at').execute();
  await schema
    .createTable('seen_keys')
    .addColumn('hash', 'text', primary)
    .addColumn('created_at', 'text', required)
    .execute();
  await schema.createIndex('seen_keys_created_at').on('seen_keys').column('created_at').execute();
}

async function createMessages({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('alerts')
    .addColumn('endpoint', 'text', primary)
    .addColumn('p256dh', 'text', required)
    .addColumn('auth', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('reached_at', 'text')
    .execute();
  await schema.createIndex('alerts_reached_at').on('alerts').columns(['reached_at', 'created_at']).execute();
  await schema
    .createTable('pushes')
    .addColumn('vacancy', 'text', (column) => column.notNull().references('vacancies.id').onDelete('cascade'))
    .addColumn('endpoint', 'text', (column) =>
      column.notNull().references('alerts.endpoint').onDelete('cascade').onUpdate('cascade'),
    )
    .addColumn('created_at', 'text', required)
    .addColumn('due_at', 'text', required)
    .addColumn('tries', 'integer', required)
    .addPrimaryKeyConstraint('pushes_key', ['vacancy', 'endpoint'])
    .execute();
  for (const column of ['due_at', 'endpoint'])
    await schema.createIndex(`pushes_${column}`).on('pushes').column(column).execute();
  await schema
    .createTable('mail')
    .addColumn('id', 'text', primary)
    .addColumn('kind', 'text', required)
    .addColumn('recipient', 'text')
    .addColumn('application', 'text', (column) => column.references('applications.id').onDelete('set null'))
    .addColumn('day', 'text')
    .addColumn('address_hash', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('due_at', 'text')
    .addColumn('tries', 'integer', required)
    .addColumn('problem', 'text')
    .execute();
  for (const columns of [['due_at'], ['application'], ['kind', 'created_at'], ['address_hash', 'created_at']])
    await schema.createIndex(`mail_${columns[0]}`).on('mail').columns(columns).execute();
}

/** Brings the database to this version's schema, and says whether it was empty; safe when several servers start at once. */
export async function migrate(db: Kysely<Tables>, label: string): Promise<boolean> {
  const { error, results = [] } = await (isPostgres(db)
    ? run(db)
    : db.connection().execute(inOneTransaction));
  if (error === undefined) return results.some(({ migrationName }) => migrationName === knownMigrations[0]);
  if (error instanceof Error && error.message.startsWith('corrupted migrations'))
    throw new StartError(
      `${label}: the store was made by a newer version of this program. To go back, restore the backup from before the update.`,
    );
  throw error;
}

function run(db: Kysely<Tables>) {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
}

/** SQLite has no advisory locks: one write transaction keeps a second process waiting. */
async function inOneTransaction(connection: Kysely<Tables>) {
  await sql`begin immediate`.execute(connection);
  const result = await run(connection);
  await (result.error === undefined ? sql`commit` : sql`rollback`).execute(connection);
  return result;
}
