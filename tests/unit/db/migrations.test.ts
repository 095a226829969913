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

import { migrations } from '#server/db/migrations.ts';

/** A shipped migration never changes, because stores have run it; append another one. */
const shipped: Record<string, { sqlite: string; postgres: string }> = {
  '0001_initial': { sqlite: 'fd663b1a143096bc', postgres: '58425d286c3e481a' },
  '0002_office': { sqlite: '146f1fd233345c3d', postgres: '146f1fd233345c3d' },
  '0003_publishing': { sqlite: 'dba33c81b3f8bdb1', postgres: 'dba33c81b3f8bdb1' },
  '0004_enquiries': { sqlite: 'fb47dd7085a9b3ac', postgres: 'fb47dd7085a9b3ac' },
  '0005_pictures': { sqlite: 'e4e0a2a773e6e0bf', postgres: 'e4e0a2a773e6e0bf' },
};

const dialects = {
  sqlite: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

/** Hashes the statements, without parameters: the key of a store's secrets is random. */
async function checksum(name: string, dialect: keyof typeof dialects): Promise<string> {
  const statements: string[] = [];
  const log = ({ query }: { query: { sql: string } }) => void statements.push(query.sql);
  await migrations[name]?.up(new Kysely({ dialect: dialects[dialect], log }));
  return createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 16);
}

test.each(Object.keys(migrations))('the statements of %s are as shipped', async (name) => {
  const [sqlite, postgres] = [await checksum(name, 'sqlite'), await checksum(name, 'postgres')];
  expect({ sqlite, postgres }).toEqual(shipped[name]);
});
