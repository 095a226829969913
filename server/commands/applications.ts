import { type Command, rowFormat, withStore } from './command.ts';
import { markOf, printRows } from './print-rows.ts';

const usage = 'applications [--csv | --json]';
const inTable = ['received', 'vacancy', 'name', 'email', 'mobile', 'profile', 'mark'];

export const applications: Command = {
  usage,
  summary: 'list the applications, newest first; --csv and --json hold their whole text',
  async run(args, config) {
    const format = rowFormat(args, usage);
    const rows = await withStore(config, ({ db }) =>
      db
        .selectFrom('applications')
        .leftJoin('vacancies', 'vacancies.id', 'applications.job')
        .select([
          'applications.created_at as received',
          'applications.job as vacancy',
          'vacancies.name as vacancy_name',
          'applications.name as name',
          'applications.email as email',
          'applications.mobile as mobile',
          'applications.profile as profile',
          'applications.description as description',
          'applications.flagged as flagged',
        ])
        .orderBy('applications.created_at', 'desc')
        .execute(),
    );
    const columns = format === 'table' ? inTable : [...inTable, 'vacancy_name', 'description'];
    return printRows(
      rows.map(({ flagged, ...row }) => ({
        ...row,
        vacancy_name: row.vacancy_name ?? '',
        mark: markOf(flagged),
      })),
      columns,
      format,
    );
  },
};
