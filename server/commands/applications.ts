import { type Kysely, sql } from 'kysely';

import { applicationStates } from '#src/contract/application-status.ts';

import { startOfDay } from '../lusaka-time.ts';
import { erase, forgetFingerprints, letApplyAgain } from '../store/erasure.ts';
import type { Tables } from '../store/schema.ts';
import { command, group, listing, momentOf, UsageError, withStore } from './command.ts';
import { markOf } from './print-rows.ts';

const inTable = ['received', 'state', 'vacancy', 'name', 'email', 'mobile', 'profile', 'id', 'mark'];

export const applications = listing({
  name: 'applications',
  summary: 'list the applications, newest first; --csv and --json hold their whole text',
  options: {
    vacancy: { type: 'string', value: 'ID', help: 'only those for this vacancy' },
    since: {
      type: 'string',
      value: 'DATE',
      help: 'only those received since then, such as 2026-11-21 or 2026-11-21T08:00, in Lusaka',
    },
    unread: { type: 'boolean', help: 'only those that nobody has marked yet' },
  },
  async run({ values: { vacancy, since, unread } }, config) {
    const from = momentOf('--since', since, startOfDay);
    const rows = await withStore(config, async ({ db }) => {
      if (vacancy !== undefined) await checkVacancy(db, vacancy);
      let query = select(db).orderBy('applications.created_at', 'desc').orderBy('applications.id');
      if (vacancy !== undefined) query = query.where('job', '=', vacancy);
      if (from !== null) query = query.where('applications.created_at', '>=', from);
      if (unread) query = query.where('state', '=', 'received');
      return query.execute();
    });
    return { rows: rows.map(asRow), columns: [...inTable, 'vacancy_name', 'word', 'description'], inTable };
  },
});

const show = command({
  name: 'application show',
  words: ['ID'],
  summary: 'read one application; "applications" lists the ids',
  async run({ words: [id = ''] }, config) {
    const found = await withStore(config, ({ db }) =>
      select(db).where('applications.id', '=', id).executeTakeFirst(),
    );
    if (found === undefined) throw unknown(id);
    const data = asRow(found);
    const { description, ...rest } = data;
    const lines = Object.entries(rest).map(([name, value]) => `${name.padEnd(13)} ${printable(value)}`);
    return { text: [...lines, '', printable(description)].join('\n'), data };
  },
});

const mark = command({
  name: 'application mark',
  words: ['ID', applicationStates.join('|'), 'WORD?'],
  summary: 'set the state, and a word, that the applicant sees; an empty word "" takes an earlier one away',
  async run({ words: [id = '', wanted, word] }, config) {
    const state = applicationStates.find((name) => name === wanted);
    if (state === undefined)
      throw new UsageError(`"${wanted}" is none of the states ${applicationStates.join(', ')}.`);
    const marked = await withStore(config, (store) =>
      store.write(async (trx) => {
        if (state === 'closed') await letApplyAgain(trx, 'id', id);
        return trx
          .updateTable('applications')
          .set({
            state,
            state_at: sql`case when state = ${state} then state_at else ${new Date().toISOString()} end`,
            ...(word === undefined ? {} : { word: word.trim() || null }),
          })
          .where('id', '=', id)
          .returning(['id', 'state', 'word'])
          .executeTakeFirst();
      }),
    );
    if (marked === undefined) throw unknown(id);
    const told =
      marked.word === null
        ? ''
        : ` Whoever follows the application reads this word: ${printable(marked.word)}`;
    return { text: `Marked as ${state}.${told}`, data: marked };
  },
});

const remove = command({
  name: 'application delete',
  words: ['ID'],
  summary: 'delete it for good; backups made before still hold it',
  async run({ words: [id = ''] }, config) {
    await withStore(config, (store) =>
      erase(store, async (trx) => {
        const gone = trx.deleteFrom('applications').where('id', '=', id).returning('request_key');
        const row = await gone.executeTakeFirst();
        if (row === undefined) throw unknown(id);
        await forgetFingerprints(trx, [row]);
      }),
    );
    return { text: 'Deleted. Backups made before still hold it.', data: { id, deleted: true } };
  },
});

export const application = group('application', [show, mark, remove]);

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
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function asRow({ flagged, ...row }: Selected) {
  return { ...row, vacancy_name: row.vacancy_name ?? '', word: row.word ?? '', mark: markOf(flagged) };
}

async function checkVacancy(db: Kysely<Tables>, id: string): Promise<void> {
  const known = await db.selectFrom('vacancies').select('id').where('id', '=', id).executeTakeFirst();
  if (known === undefined)
    throw new UsageError(`There is no vacancy with the id "${id}"; "vacancy list" shows all.`);
}

function unknown(id: string): UsageError {
  return new UsageError(`There is no application with the id "${id}"; "applications" lists them.`);
}

/** Without characters that steer a terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, ' ');
}
