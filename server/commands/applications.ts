import type { Kysely } from 'kysely';

import { startOfDay } from '../lusaka-time.ts';
import type { Tables } from '../store/schema.ts';
import { asRows, type Command, momentOf, parsed, rowFormat, UsageError, withStore } from './command.ts';
import { markOf, printRows } from './print-rows.ts';

const usage = 'applications [--vacancy ID] [--since DATE] [--unread] [--csv | --json]';
const inTable = ['received', 'state', 'vacancy', 'name', 'email', 'mobile', 'profile', 'id', 'mark'];
const options = {
  ...asRows,
  vacancy: { type: 'string' },
  since: { type: 'string' },
  unread: { type: 'boolean' },
} as const;

export const applications: Command = {
  usage,
  summary: 'list the applications, newest first; --csv and --json hold their whole text',
  details: [
    '--vacancy ID   only those for this vacancy',
    '--since DATE   only those received since then, such as 2026-11-21 or 2026-11-21T08:00, in Lusaka',
    '--unread       only those that nobody has marked yet',
  ],
  async run(args, config) {
    const { values } = parsed(args, usage, [], options);
    const format = rowFormat(values);
    const since = momentOf('--since', values.since, startOfDay);
    const rows = await withStore(config, async ({ db }) => {
      if (values.vacancy !== undefined) await checkVacancy(db, values.vacancy);
      return select(db)
        .$if(values.vacancy !== undefined, (query) => query.where('job', '=', values.vacancy ?? ''))
        .$if(since !== null, (query) => query.where('applications.created_at', '>=', since ?? ''))
        .$if(values.unread === true, (query) => query.where('state', '=', 'received'))
        .execute();
    });
    const columns = format === 'table' ? inTable : [...inTable, 'vacancy_name', 'word', 'description'];
    return printRows(
      rows.map(({ flagged, ...row }) => ({
        ...row,
        vacancy_name: row.vacancy_name ?? '',
        word: row.word ?? '',
        mark: markOf(flagged),
      })),
      columns,
      format,
    );
  },
};

function select(db: Kysely<Tables>) {
  return db
    .selectFrom('applications')
    .leftJoin('vacancies', 'vacancies.id', 'applications.job')
    .select([
      'applications.id as id',
      'applications.created_at as received',
      'applications.state as state',
      'applications.job as vacancy',
      'vacancies.name as vacancy_name',
      'applications.name as name',
      'applications.email as email',
      'applications.mobile as mobile',
      'applications.profile as profile',
      'applications.word as word',
      'applications.description as description',
      'applications.flagged as flagged',
    ])
    .orderBy('applications.created_at', 'desc')
    .orderBy('applications.id');
}

async function checkVacancy(db: Kysely<Tables>, id: string): Promise<void> {
  const known = await db.selectFrom('vacancies').select('id').where('id', '=', id).executeTakeFirst();
  if (known === undefined)
    throw new UsageError(`There is no vacancy with the id "${id}"; "vacancy list" shows all.`);
}
