import { advisoryLock } from './idempotency-keys.ts';
import type { Trx } from './schema.ts';

export type TextTable = 'media' | 'vacancies' | 'newsletters';

/**
 * Finds the row that was last saved by a form with this key. If the response was lost, saving again (perhaps with more
 * text) edits that row and passes the version check.
 */
export async function savedBy(trx: Trx, table: TextTable, key: string) {
  if (key === '') return undefined;
  await advisoryLock(trx, key);
  return trx.selectFrom(table).select(['id', 'version']).where('saved_key', '=', key).executeTakeFirst();
}

export async function rememberSaved(trx: Trx, table: TextTable, id: string, key: string): Promise<void> {
  const saved_key = key === '' ? null : key;
  await trx.updateTable(table).set({ saved_key }).where('id', '=', id).execute();
}
