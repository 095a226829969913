import type { Db } from '../store/schema.ts';

/** Marks a draft in `visible_from`. */
export const notYet = '9999-12-31T00:00:00.000Z';

export function visibleArticles(db: Db) {
  const now = new Date().toISOString();
  return db.selectFrom('articles').where('visible_from', '<=', now);
}
