import { randomBytes } from 'node:crypto';

import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

import { StartError } from '../config.ts';
import { findFact } from './facts.ts';
import type { Tables } from './schema.ts';
import { isPostgres } from './store-problems.ts';

/** Runs on both databases; `BYTES` is the only type whose name differs. */
const schema = `
create table articles (
  id text primary key, kind text not null, title text not null, lead text, image text, images text,
  created_at text not null, priority integer, visible_from text not null, planned_from text,
  version integer not null default 1, preview text unique, saved_key text, source text not null,
  body text not null);
create index articles_listed on articles (kind, created_at, id, visible_from);
create index articles_priority on articles (priority);
create index articles_saved_key on articles (saved_key);
create table vacancies (
  id text primary key, name text not null, type text not null, lead text, location text, salary text,
  created_at text not null, closed_at text, opened_at text, closes_at text, announced_at text,
  version integer not null default 1, saved_key text, source text not null, body text not null);
create index vacancies_saved_key on vacancies (saved_key);
create table pictures (
  name text primary key, type text not null, created_at text not null, unnamed_since text, bytes BYTES not null);
create table facts (name text primary key, value text not null);

create table applications (
  id text primary key, job text not null, name text not null, email text not null, mobile text not null,
  profile text not null, created_at text not null, request_key text unique, fingerprint text not null,
  state text not null default 'received', state_at text, contact_key text not null,
  search_text text not null, internal_note text, description text not null);
create index applications_created_at on applications (created_at, state, id);
create index applications_job on applications (job, created_at);
create index applications_contact on applications (contact_key);
create index applications_places on applications (state, created_at, id, job);
create index applications_of_job on applications (job, state, created_at, id);
create table enquiries (
  id text primary key, name text not null, email text not null, phone text not null, about text not null,
  created_at text not null, request_key text unique, fingerprint text not null,
  contact_key text not null, search_text text not null, state text not null default 'new', message text not null);
create index enquiries_created_at on enquiries (created_at);
create index enquiries_contact on enquiries (contact_key);
create index enquiries_state on enquiries (state, created_at);
create table subscribers (
  email_key text primary key, email text not null, name text not null, search_text text not null,
  created_at text not null, request_key text unique, fingerprint text not null,
  token text not null unique, confirmed_at text, consent text);
create index subscribers_created_at on subscribers (created_at);
create table unsubscribed (token text primary key, created_at text not null);
create table idempotency_keys (hash text primary key, created_at text not null, leads_to text);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table devices (
  endpoint text primary key, p256dh text not null, auth text not null);
create table follows (
  application text not null references applications on delete cascade,
  endpoint text not null references devices on delete cascade, primary key (application, endpoint));
create index follows_endpoint on follows (endpoint);
create table attachments (
  id text primary key, application text references applications on delete cascade,
  enquiry text references enquiries on delete cascade, sha256 text not null, name text not null,
  size integer not null, type text not null, created_at text not null, heard_at text not null,
  waits_since text, stored integer not null default 0, arrived_at text, refused text);
create unique index attachments_application on attachments (application, sha256);
create unique index attachments_enquiry on attachments (enquiry, sha256);
create index attachments_unfinished on attachments (heard_at) where arrived_at is null and refused is null;
create table attachment_parts (
  attachment text not null references attachments on delete cascade, number integer not null, bytes BYTES not null,
  primary key (attachment, number));

create table people (
  id text primary key, email text not null unique, role text not null, created_at text not null);
create table links (
  id text primary key, person text not null references people on delete cascade, created_at text not null,
  expires_at text not null);
create table sessions (
  id text primary key, person text not null references people on delete cascade, created_at text not null,
  used_at text not null, agent text not null);
create table passkeys (
  id text primary key, person text not null references people on delete cascade, public_key BYTES not null,
  counter integer not null, created_at text not null);
create table log (
  id text primary key, at text not null, person text not null, action text not null, subject text not null,
  kind text);
create index log_at on log (at);
create index log_subject on log (kind, subject, at);

create table newsletters (
  id text primary key, subject text not null, source text not null, created_at text not null,
  state text not null default 'draft', version integer not null default 1, articles text, saved_key text,
  html text, plain text, sent_at text, ended_at text, reason text);
create index newsletters_saved_key on newsletters (saved_key);
create table messages (
  id text primary key, kind text not null, urgency integer not null default 1, recipient text, about text,
  address_hash text, created_at text not null, state text not null default 'waiting',
  due_at text not null, attempts integer not null default 0, first_at text, claimed_at text,
  silent integer not null default 0, why text, ended_at text, seen_at text);
create index messages_state on messages (state, urgency desc, due_at);
create index messages_about on messages (about, kind);
create index messages_claimed on messages (kind, claimed_at);
create index messages_created on messages (kind, created_at);
create index messages_recipient on messages (recipient, kind);
create index messages_address_hash on messages (address_hash, created_at);
create table replies (
  id text primary key, application text references applications on delete cascade,
  enquiry text references enquiries on delete cascade, person text not null, subject text not null,
  text text not null, asks integer not null default 0, state_after text, batch text, message text not null,
  created_at text not null, phoned_by text, phoned_at text);
create index replies_application on replies (application, created_at);
create index replies_enquiry on replies (enquiry, created_at);
create index replies_message on replies (message)`;

/**
 * Run in the order of their names. Only append migrations, and only add tables and columns. An older release can open a
 * store with later migrations, unless the fact `needs` names one that it lacks. A migration that makes the store unusable
 * for older releases must write its own name there.
 */
export const migrations: Record<string, Migration> = {
  '0001_tables': {
    async up(db: Kysely<unknown>) {
      const text = schema.replaceAll('BYTES', isPostgres(db) ? 'bytea' : 'blob');
      for (const statement of text.split(';')) await sql.raw(statement).execute(db);
      const key = randomBytes(32).toString('base64url');
      await sql`insert into facts (name, value) values ('secret-key', ${key})`.execute(db);
    },
  },
};

/** Returns true if the database was empty. Several servers may run it at once. */
export async function migrate(db: Kysely<Tables>, label: string): Promise<boolean> {
  const { error, results = [] } = await (isPostgres(db)
    ? run(db, label)
    : db.connection().execute((connection) => inOneTransaction(connection, label)));
  if (error !== undefined) throw error;
  await refuseNewer(db, label);
  return results.some(({ migrationName }) => migrationName === Object.keys(migrations)[0]);
}

async function refuseNewer(db: Kysely<Tables>, label: string): Promise<void> {
  const needs = await findFact(db, 'needs');
  if (needs !== undefined && !Object.hasOwn(migrations, needs))
    throw new StartError(
      `${label}: the store needs a newer version of this program (${needs}). To go back, restore the backup made before the update.`,
    );
}

/** For a store that is only read. */
export async function refuseOther(db: Kysely<Tables>, label: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  if (!Object.keys(migrations).every((name) => rows.some((row) => row.name === name)))
    throw new StartError(`${label}: this store is of an older version. Start the server once.`);
  await refuseNewer(db, label);
}

async function run(db: Kysely<Tables>, label: string) {
  const all = { ...migrations, ...(await unknownMigrations(db, label)) };
  const provider = { getMigrations: async () => all };
  // After a restore, another schema has tables with the same names.
  const schema = isPostgres(db) ? { migrationTableSchema: 'public' } : {};
  return new Migrator({ db, provider, ...schema }).migrateToLatest();
}

/** Kysely throws if the database lists a migration that it was not given. */
async function unknownMigrations(db: Kysely<Tables>, label: string): Promise<Record<string, Migration>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const isThere = tables.some(
    ({ name, schema = 'public' }) => name === 'kysely_migration' && schema === 'public',
  );
  if (!isThere) return {};
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const [first] = Object.keys(migrations);
  if (rows.length > 0 && rows.every(({ name }) => name !== first))
    throw new StartError(
      `${label}: an earlier version of this program made this store. Start with an empty one.`,
    );
  const names = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name));
  return Object.fromEntries(names.map((name) => [name, { up: async () => {} }]));
}

/** Uses a write transaction to make a second process wait, because SQLite has no advisory locks. */
async function inOneTransaction(connection: Kysely<Tables>, label: string) {
  await sql`begin immediate`.execute(connection);
  const result = await run(connection, label);
  await (result.error === undefined ? sql`commit` : sql`rollback`).execute(connection);
  return result;
}
