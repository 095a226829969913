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

/** Never change a shipped migration, because stores have already run it; append another one. */
const shipped: Record<string, [sqlite: string, postgres: string]> = {
  '0001_schema': ['1c23b631524aca35', '08bc51c38d3d498b'],
  '0002_news': ['2614e831c7d5bed1', '2614e831c7d5bed1'],
  '0003_mail': ['3f7ccc3738f96542', '3f7ccc3738f96542'],
  '0004_company': ['4848c51c4851d456', '4848c51c4851d456'],
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

/** Hashes the statements without parameters, because the key for a store's secrets is random. */
async function checksum(name: string, dialect: keyof typeof dialects): Promise<string> {
  const statements: string[] = [];
  const log = ({ query }: { query: { sql: string } }) => void statements.push(query.sql);
  const createDriver = () => new DummyDriver();
  await migrations[name]?.up(new Kysely({ dialect: { ...dialects[dialect], createDriver }, log }));
  return createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 16);
}

test.each(Object.keys(migrations))('the statements in %s are as shipped', async (name) => {
  expect([await checksum(name, 'sqlite'), await checksum(name, 'postgres')]).toEqual(shipped[name]);
});
