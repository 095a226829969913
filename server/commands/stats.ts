import { statSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';

import type { Config } from '../config.ts';
import type { Store } from '../store/open-store.ts';
import { type Command, withStore, words } from './command.ts';
import { printRows } from './print-rows.ts';

const usage = 'stats';

export const stats: Command = {
  usage,
  summary: 'count what is stored',
  async run(args, config) {
    words(args, usage, []);
    return withStore(config, async (store) => {
      const counts = await countAll(store);
      const vacancies = await applicationsPerVacancy(store);
      const rows = Object.entries(counts).map(([what, count]) => ({ what, count: String(count) }));
      return [
        printRows([...rows, { what: 'store', count: await size(store, config) }], ['what', 'count'], 'table'),
        '',
        printRows(vacancies, ['vacancy', 'state', 'applications', 'newest'], 'table'),
      ].join('\n');
    });
  },
};

async function countAll({ db }: Store): Promise<Record<string, number>> {
  const count = (table: 'media' | 'vacancies' | 'applications' | 'subscribers') =>
    db.selectFrom(table).select((row) => row.fn.countAll<number | string>().as('count'));
  const visible = (kind: string) =>
    count('media').where(sql<string>`kind`, '=', kind).where(sql`hidden_at`, 'is', null);
  const queries = {
    'press releases': visible('press'),
    'blog posts': visible('blog'),
    'open vacancies': count('vacancies').where(sql`closed_at`, 'is', null),
    applications: count('applications'),
    subscribers: count('subscribers'),
  };
  const counts: Record<string, number> = {};
  for (const [what, query] of Object.entries(queries))
    counts[what] = Number((await query.executeTakeFirstOrThrow()).count);
  return counts;
}

async function applicationsPerVacancy({ db }: Store) {
  const rows = await db
    .selectFrom('vacancies')
    .leftJoin('applications', 'applications.job', 'vacancies.id')
    .select(['vacancies.id as vacancy', 'vacancies.closed_at as closed_at'])
    .select((row) => [
      row.fn.count<number | string>('applications.id').as('applications'),
      row.fn.max('applications.created_at').as('newest'),
    ])
    .groupBy(['vacancies.id', 'vacancies.closed_at'])
    .orderBy('vacancies.id')
    .execute();
  return rows.map(({ vacancy, closed_at, applications, newest }) => ({
    vacancy,
    state: closed_at === null ? 'open' : 'closed',
    applications: String(applications),
    newest: newest ?? '',
  }));
}

async function size(store: Store, config: Config): Promise<string> {
  const bytes =
    store.kind === 'sqlite'
      ? statSync(join(config.dataDir, 'hcs.sqlite')).size
      : Number(
          (await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(store.db))
            .rows[0]?.size,
        );
  return `${Math.ceil(bytes / 1024)} KB`;
}
