import { Refusal } from '../lib/refusal.ts';
import type { Db } from './schema.ts';

/** Ids become paths; other pages use these. */
const reservedIds = ['filter', 'shell', 'new'];

/** Makes the readable part of a path. */
export function slug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const parts = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return parts.slice(0, 80).replace(/-$/, '') || crypto.randomUUID();
}

export async function freeId(db: Db, table: 'articles' | 'vacancies', title: string): Promise<string> {
  const id = slug(title);
  const other = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  const isFree = other === undefined && !reservedIds.includes(id);
  return isFree ? id : `${id}-${crypto.randomUUID().slice(0, 6)}`;
}

/** What a text may replace: nothing, or only the version that was edited. */
export type Replaces = 'nothing' | { version: number };

export function refuseOverwriting(
  earlier: { id: string; version: number } | undefined,
  name: string | undefined,
  replaces: Replaces,
): void {
  if (replaces === 'nothing') {
    if (earlier !== undefined)
      throw new Refusal(409, `The id "${earlier.id}" is already used by "${name ?? 'another one'}".`);
  } else if (replaces.version !== earlier?.version) throw changedMeanwhile();
}

export function changedMeanwhile(): Refusal {
  return new Refusal(
    409,
    'Someone has changed this since you opened it. Open it in a new tab and copy your changes across.',
  );
}
