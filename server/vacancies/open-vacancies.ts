import type { Db, Tables } from '../store/schema.ts';

export function openVacancies(db: Db) {
  const now = new Date().toISOString();
  return db
    .selectFrom('vacancies')
    .where('closed_at', 'is', null)
    .where((where) => where.or([where('closes_at', 'is', null), where('closes_at', '>', now)]));
}

/** Applies the rule of `openVacancies` to one row. */
export function isOpen({ closed_at, closes_at }: Pick<Tables['vacancies'], 'closed_at' | 'closes_at'>) {
  return closed_at === null && (closes_at === null || closes_at > new Date().toISOString());
}
