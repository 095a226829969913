import type { Kysely } from 'kysely';

import type { Tables } from './schema.ts';

/** The articles that visitors see now. */
export function visibleMedia(db: Kysely<Tables>, now = new Date()) {
  return db
    .selectFrom('media')
    .where('hidden_at', 'is', null)
    .where((where) =>
      where.or([where('visible_from', 'is', null), where('visible_from', '<=', now.toISOString())]),
    );
}

/** The vacancies that take applications now. */
export function openVacancies(db: Kysely<Tables>, now = new Date()) {
  return db
    .selectFrom('vacancies')
    .where('closed_at', 'is', null)
    .where((where) => where.or([where('closes_at', 'is', null), where('closes_at', '>', now.toISOString())]));
}

/** What `openVacancies` says of one row. */
export function isOpen(
  vacancy: Pick<Tables['vacancies'], 'closed_at' | 'closes_at'>,
  now = new Date(),
): boolean {
  return vacancy.closed_at === null && (vacancy.closes_at === null || vacancy.closes_at > now.toISOString());
}
