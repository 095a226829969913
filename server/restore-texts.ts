import { sql } from 'kysely';

import { notYet } from './articles/visible.ts';
import { Refusal } from './lib/refusal.ts';
import { commandLine, logAction, logOf } from './office/log.ts';
import { namesIn } from './pictures/pictures.ts';
import { advisoryLock } from './store/idempotency-keys.ts';
import type { Db, Trx } from './store/schema.ts';

type Row = Record<string, string | number | null> & { id: string };

/** What of a text comes back, in words; the rest, and how what is gone is stored as a draft. */
const kinds = {
  article: {
    table: 'articles',
    parts: { title: ['title'], text: ['lead', 'source', 'body'], picture: ['image', 'images'] },
    rest: ['id', 'kind', 'created_at'],
    asDraft: ({ visible_from = notYet, planned_from = null }: Row) => ({
      visible_from: notYet,
      planned_from: visible_from === notYet ? planned_from : visible_from,
    }),
  },
  vacancy: {
    table: 'vacancies',
    parts: { title: ['name'], text: ['type', 'lead', 'location', 'salary', 'source', 'body'] },
    rest: ['id', 'created_at', 'closes_at', 'announced_at'],
    asDraft: () => ({ closed_at: new Date().toISOString(), opened_at: null }),
  },
} as const;
type Kind = keyof typeof kinds;

type Difference = { kind: Kind; id: string; title: string; what: string[]; isGone: boolean; row: Row };

// Both tables have the columns that are written here.
const tableOf = (kind: Kind) => kinds[kind].table as 'articles';

async function rowsOf(db: Db, kind: Kind): Promise<Row[]> {
  return (await sql<Row>`select * from ${sql.table(kinds[kind].table)} order by id`.execute(db)).rows;
}

const pick = (row: Row, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

/** Which texts of a copy a store has otherwise, or no longer. */
export async function findDifferences(db: Db, copy: Db): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const kind of ['article', 'vacancy'] as const) {
    const now = new Map((await rowsOf(db, kind)).map((row) => [row.id, row]));
    for (const row of await rowsOf(copy, kind)) {
      const here = now.get(row.id);
      const what = Object.entries<readonly string[]>(kinds[kind].parts)
        .filter(([, columns]) => columns.some((column) => here?.[column] !== row[column]))
        .map(([part]) => part);
      const title = String(row.title ?? row.name);
      if (what.length > 0) found.push({ kind, id: row.id, title, what, isGone: here === undefined, row });
    }
  }
  return found;
}

/** When and by whom a text was last changed, as far as the log goes back. */
export async function lastChange(db: Db, { kind, id }: Difference) {
  const [entry] = await logOf(db, { kind, id });
  return entry && { at: entry.at, by: entry.email };
}

/**
 * Gives titles, texts and pictures back to these ids, or to all, in one transaction. What is on the site, open or featured
 * stays; what is gone comes back as a draft. No open editor can save over it.
 */
export async function restoreTexts(trx: Trx, copy: Db, ids: string[] | 'all'): Promise<Difference[]> {
  const all = await findDifferences(trx, copy);
  const chosen = ids === 'all' ? all : all.filter(({ id }) => ids.includes(id));
  for (const { kind, id, row, isGone } of chosen) {
    await advisoryLock(trx, id);
    const { parts, rest, asDraft } = kinds[kind];
    const texts = pick(row, Object.values(parts).flat());
    if (isGone) {
      const draft = { ...pick(row, rest), ...texts, ...asDraft(row), version: Number(row.version) + 1 };
      await trx
        .insertInto(tableOf(kind))
        .values(draft as never)
        .execute();
    } else
      await trx
        .updateTable(tableOf(kind))
        .set(({ eb }) => ({ ...texts, saved_key: null, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute();
    for (const name of namesIn(Object.values(texts).map(String))) await restorePicture(trx, copy, name);
    await logAction(trx, commandLine, 'restored', { kind, id });
  }
  return chosen;
}

async function restorePicture(trx: Trx, copy: Db, name: string): Promise<void> {
  const there = copy.selectFrom('pictures').select(['name', 'type', 'created_at', 'bytes']);
  const file = await there.where('name', '=', name).executeTakeFirst();
  if (file === undefined) return;
  const insert = trx.insertInto('pictures').values(file);
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
}

/** Ids that nothing in the copy differs by, so that a typing error does not look like a restore. */
export function refuseUnknown(differences: Difference[], ids: string[]): void {
  const unknown = ids.filter((id) => !differences.some((one) => one.id === id));
  if (unknown.length > 0)
    throw new Refusal(404, `Nothing in the copy differs for ${unknown.join(', ')}. Nothing was changed.`);
}
