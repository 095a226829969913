import { type RawBuilder, sql } from 'kysely';

/** Matches rows in which a column contains this text; ignores case. */
export function contains(words: string, ...columns: string[]): RawBuilder<boolean> {
  const part = `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const any = columns.map((column) => sql`lower(${sql.ref(column)}) like ${part} escape '\\'`);
  return sql<boolean>`(${sql.join(any, sql` or `)})`;
}
