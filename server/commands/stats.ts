import { statSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';

import type { Config } from '../config.ts';
import { waitingNotifications } from '../notifications/queue.ts';
import { readFact } from '../store/facts.ts';
import { isOpen, openVacancies, visibleArticles } from '../store/on-the-site.ts';
import type { Store } from '../store/open-store.ts';
import { command, withStore } from './command.ts';
import { asTable } from './print-rows.ts';

export const stats = command({
  name: 'stats',
  summary: 'count what is stored, and what waits to be sent; when the last backup was made',
  details: ['A message that cannot be sent stays with the code of the last problem and is tried again.'],
  async run(_, config) {
    return withStore(config, async (store) => {
      const counts = await countAll(store);
      const vacancies = await applicationsPerVacancy(store);
      const messages = await messagesThatWait(store);
      const bytes = await size(store, config);
      const lastBackup = (await readFact(store.db, 'last-backup')) ?? null;
      const rows = Object.entries(counts).map(([what, count]) => ({ what, count: String(count) }));
      const waiting = asTable(messages, ['message', 'by', 'waiting', 'since', 'tries', 'problem']);
      const text = [
        asTable(
          [
            ...rows,
            { what: 'store', count: `${Math.ceil(bytes / 1024)} KB` },
            { what: 'last backup', count: lastBackup ?? 'never' },
          ],
          ['what', 'count'],
        ),
        asTable(vacancies, ['vacancy', 'state', 'applications', 'newest']),
        `Messages that wait to be sent:\n${waiting}`,
      ].join('\n\n');
      return { text, data: { counts, storeBytes: bytes, lastBackup, vacancies, messages } };
    });
  },
});

async function countAll({ db }: Store): Promise<Record<string, number>> {
  const all = (table: 'applications' | 'subscribers' | 'alerts') =>
    db.selectFrom(table).select(({ fn }) => fn.countAll<number | string>().as('count'));
  const visible = (kind: 'press' | 'blog') =>
    visibleArticles(db)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('kind', '=', kind);
  const queries = {
    'press releases': visible('press'),
    'blog posts': visible('blog'),
    'open vacancies': openVacancies(db).select(({ fn }) => fn.countAll<number | string>().as('count')),
    applications: all('applications'),
    unread: all('applications').where(sql`state`, '=', 'received'),
    subscribers: all('subscribers'),
    'addresses for alerts': all('alerts'),
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
    .select(['vacancies.id as vacancy', 'vacancies.closed_at', 'vacancies.closes_at'])
    .select((row) => [
      row.fn.count<number | string>('applications.id').as('applications'),
      row.fn.max('applications.created_at').as('newest'),
    ])
    .groupBy(['vacancies.id', 'vacancies.closed_at', 'vacancies.closes_at'])
    .orderBy('vacancies.id')
    .execute();
  return rows.map(({ vacancy, applications, newest, ...row }) => ({
    vacancy,
    state: isOpen(row) ? 'open' : 'closed',
    applications: String(applications),
    newest: newest ?? '',
  }));
}

async function messagesThatWait({ db }: Store) {
  const rows = await waitingNotifications(db);
  return rows.map(({ kind, channel, waiting, since, tries, problem }) => ({
    message: kind,
    by: channel,
    waiting: String(waiting),
    since: since ?? '',
    tries: String(tries),
    problem: problem ?? '',
  }));
}

async function size({ kind, db }: Store, config: Config): Promise<number> {
  if (kind === 'sqlite') return statSync(join(config.dataDir, 'hcs.sqlite')).size;
  const answer = await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(db);
  return Number(answer.rows[0]?.size);
}
