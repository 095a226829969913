import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

import { inSlices } from '../lib/slices.ts';

type Key = { at: string; id: string };

/** The page after a row (`isBack`: before it), or the first one; of those only whose `text` matches. */
export type Wanted = {
  key?: Key | undefined;
  isBack?: boolean;
  matches?: (text: string) => boolean;
  size?: number;
};

/** `back`, `next`: the fields that ask for those pages, if there are any. */
export type Page<Row> = {
  rows: Row[];
  back: Record<string, string> | undefined;
  next: Record<string, string> | undefined;
};

export function wantedIn(fields: URLSearchParams): Wanted {
  const isBack = fields.has('before');
  const [, at, id] = /^([\d :.TZ-]+)~([\w.-]+)$/.exec(fields.get(isBack ? 'before' : 'after') ?? '') ?? [];
  return { key: at && id ? { at, id } : undefined, isBack };
}

/** What a list is sorted by, descending by default, and the `text` that `matches` looks at. */
type Order = {
  at?: RawBuilder<string>;
  id?: RawBuilder<string>;
  isUp?: boolean;
  text?: RawBuilder<string>;
};

const createdAt = sql.ref<string>('created_at');
const rowId = sql.ref<string>('id');

type RowsOf<Row> = (ids: string[]) => Promise<Row[]>;

/** Reads keys in a list's order, after `key`; of those only whose text matches. */
function keysOf<DB, Table extends keyof DB>(
  list: SelectQueryBuilder<DB, Table, object>,
  { at = createdAt, id = rowId, text = sql<string>`''` }: Order,
  direction: 'asc' | 'desc',
  key?: Key,
) {
  const side = sql.raw(direction === 'asc' ? '>' : '<');
  return (last: Key | undefined, most: number) => {
    const from = last ?? key;
    const following =
      from === undefined ? list : list.where(sql<boolean>`(${at}, ${id}) ${side} (${from.at}, ${from.id})`);
    const keys = following
      .select([at.as('at'), id.as('id'), text.as('text')])
      .$castTo<Key & { text: string }>();
    return keys.orderBy(at, direction).orderBy(id, direction).limit(most).execute();
  };
}

async function rowsAt<Row extends { id: string }>(keys: Key[], rowsOf: RowsOf<Row>): Promise<Row[]> {
  const ids = keys.map(({ id }) => id);
  const rows = new Map(ids.length === 0 ? [] : (await rowsOf(ids)).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id)).filter((row) => row !== undefined);
}

/**
 * Reads a page by the key of the row before it, so that each page costs the same. `rowsOf` reads what is shown, of this
 * page's rows only. A page that is no longer there, or no longer full before the others, is the first one.
 */
export async function readPage<DB, Table extends keyof DB, Row extends { id: string }>(
  list: SelectQueryBuilder<DB, Table, object>,
  order: Order,
  { key, isBack = false, matches = () => true, size = 50 }: Wanted,
  rowsOf: RowsOf<Row>,
): Promise<Page<Row>> {
  const next = keysOf(list, order, (order.isUp ?? false) === isBack ? 'desc' : 'asc', key);
  const found: Key[] = [];
  for await (const keys of inSlices(next, (all) => all.filter((one) => matches(one.text)))) {
    found.push(...keys);
    if (found.length > size) break;
  }
  const isMore = found.length > size;
  if (key && (isBack ? !isMore : found.length === 0)) return readPage(list, order, { matches, size }, rowsOf);
  const shown = found.slice(0, size);
  if (isBack) shown.reverse();
  const [first, last] = [shown.at(0), shown.at(-1)];
  return {
    rows: await rowsAt(shown, rowsOf),
    back: key && first && { before: written(first) },
    next: (isBack || isMore) && last ? { after: written(last) } : undefined,
  };
}

/** Reading more rows at once takes ten times the memory, and no less time. */
const mostAtOnce = 32;

/** Reads a whole list in slices. What comes or goes meanwhile may be in it or not; nothing is in it twice. */
export function readAll<DB, Table extends keyof DB, Row extends { id: string }>(
  list: SelectQueryBuilder<DB, Table, object>,
  order: Order,
  { matches = () => true }: Wanted,
  rowsOf: RowsOf<Row>,
): AsyncGenerator<Row[]> {
  const next = keysOf(list, order, order.isUp ? 'asc' : 'desc');
  const few = (last: Key | undefined, most: number) => next(last, Math.min(most, mostAtOnce));
  return inSlices(few, (keys) =>
    rowsAt(
      keys.filter(({ text }) => matches(text)),
      rowsOf,
    ),
  );
}

export async function countRows<DB, Table extends keyof DB, Row>(rows: SelectQueryBuilder<DB, Table, Row>) {
  const counted = rows.clearSelect().select(({ fn }) => fn.countAll().as('count'));
  return Number((await counted.$castTo<{ count: number | string }>().executeTakeFirstOrThrow()).count);
}

const written = ({ at, id }: Key) => `${at}~${id}`;
