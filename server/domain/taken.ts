import type { Kysely } from 'kysely';

import type { Tables } from '../db/schema.ts';
import { reservedIds, slug } from './article-file.ts';
import { Refusal } from './refusal.ts';

/** An id made of a title, with a random end where it is taken. */
export async function freeId(
  db: Kysely<Tables>,
  table: 'media' | 'vacancies',
  title: string,
): Promise<string> {
  const id = slug(title);
  const taken = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  const isFree = taken === undefined && !reservedIds.includes(id);
  return isFree ? id : `${id}-${crypto.randomUUID().slice(0, 6)}`;
}

export type Replacing = { replace?: boolean; version?: number };

/** Throws where somebody else has changed it since `version`. */
export function refuseOverwriting(
  earlier: { version: number } | undefined,
  version: number | undefined,
): void {
  if (version !== undefined && version !== earlier?.version) throw changedMeanwhile();
}

export function changedMeanwhile(): Refusal {
  return new Refusal(
    409,
    'Somebody else has changed this meanwhile. Open it in another tab and put the two together.',
  );
}

export function isTaken(id: string, name: string): Refusal {
  return new Refusal(
    409,
    `The id "${id}" is taken by "${name}". Add a line "id: …" to use another id, or use --replace to overwrite that one.`,
  );
}
