import { createHash } from 'node:crypto';

import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';

import { migrations } from '#server/store/migrations.ts';

import { textOf } from '../sources.ts';

/** Never change a released migration, because stores have already run it; append another one. */
const released: Record<string, [sqlite: string, postgres: string]> = {
  '0001_tables': ['52c5e77060dc7d65', 'eb1836182a9a9054'],
};

/** CHANGELOG from its first heading with a version: what it names has been released. */
const [ofReleases = ''] = /^## \d.*/ms.exec(textOf('CHANGELOG.md')) ?? [];

const dialects = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

/** Hashes the statements without parameters, because the key for a store's secrets is random. */
async function checksum(name: string, dialect: keyof typeof dialects): Promise<string> {
  const statements: string[] = [];
  const log = ({ query }: { query: { sql: string } }) => void statements.push(query.sql);
  const createDriver = () => new DummyDriver();
  await migrations[name]?.up(new Kysely({ dialect: { ...dialects[dialect], createDriver }, log }));
  return createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 16);
}

test('each migration that a release in the CHANGELOG names has the statements that it was released with', async () => {
  const names = Object.keys(migrations).filter((name) => ofReleases.includes(`\`${name}\``));
  const sums = names.map(async (name) => [
    name,
    [await checksum(name, 'sqlite'), await checksum(name, 'postgres')],
  ]);
  expect(Object.fromEntries(await Promise.all(sums))).toEqual(released);
});
