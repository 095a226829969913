import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Config } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';

/** All that is stored, in an order that both databases can keep. */
export async function everything(config: Config): Promise<Record<string, string[]>> {
  const store = await openStore(config);
  const tables: Record<string, string[]> = {};
  const all = await store.db.introspection.getTables();
  for (const table of all.map(({ name }) => name)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.db);
    tables[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  await store.close();
  return tables;
}

/** What a visitor's browser sends to a running site. */
export async function send(url: string, call: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/connect/v1/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
}
