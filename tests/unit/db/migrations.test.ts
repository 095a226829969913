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

/** A shipped migration never changes, because stores have run it; append another one. */
const shipped: Record<string, [sqlite: string, postgres: string]> = {
  '0001_initial': ['fd663b1a143096bc', '58425d286c3e481a'],
  '0002_office': ['146f1fd233345c3d', '146f1fd233345c3d'],
  '0003_publishing': ['dba33c81b3f8bdb1', 'dba33c81b3f8bdb1'],
  '0004_enquiries': ['fb47dd7085a9b3ac', 'fb47dd7085a9b3ac'],
  '0005_pictures': ['e4e0a2a773e6e0bf', 'e4e0a2a773e6e0bf'],
};

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

/** Hashes the statements, without parameters: the key of a store's secrets is random. */
async function checksum(name: string, dialect: keyof typeof dialects): Promise<string> {
  const statements: string[] = [];
  const log = ({ query }: { query: { sql: string } }) => void statements.push(query.sql);
  const createDriver = () => new DummyDriver();
  await migrations[name]?.up(new Kysely({ dialect: { ...dialects[dialect], createDriver }, log }));
  return createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 16);
}

test.each(Object.keys(migrations))('the statements of %s are as shipped', async (name) => {
  expect([await checksum(name, 'sqlite'), await checksum(name, 'postgres')]).toEqual(shipped[name]);
});
