import type { Config } from '../config.ts';
import { emptyLog, forgetFingerprints } from '../store/retention.ts';
import { applicationStates } from '../store/schema.ts';
import { answered, asJson, type Command, parsed, UsageError, withStore, wrongCall } from './command.ts';
import { markOf } from './print-rows.ts';

const usage = [
  'application show ID',
  'application mark ID read|shortlisted|closed|received ["A WORD TO THE APPLICANT"]',
  'application delete ID',
].join('\n');

export const application: Command = {
  usage,
  summary: 'read one application, mark it, or delete it; "applications" lists the ids',
  details: [
    'mark     keeps the state, and the word where one is given; an empty word "" takes an earlier one away',
    'delete   deletes it for good; backups made before still hold it',
  ],
  async run([action = '', ...args], config) {
    if (action === 'show') return show(args, config);
    if (action === 'mark') return mark(args, config);
    if (action === 'delete') return remove(args, config);
    throw wrongCall(usage);
  },
};

async function show(args: string[], config: Config): Promise<string> {
  const { values, words } = parsed(args, usage, ['ID'], asJson);
  const [id = ''] = words;
  const row = await withStore(config, ({ db }) =>
    db
      .selectFrom('applications')
      .leftJoin('vacancies', 'vacancies.id', 'applications.job')
      .selectAll('applications')
      .select('vacancies.name as vacancy_name')
      .where('applications.id', '=', id)
      .executeTakeFirst(),
  );
  if (row === undefined) throw unknown(id);
  const { description, request_key: _, created_at: received, job: vacancy, word, flagged, ...rest } = row;
  const vacancy_name = row.vacancy_name ?? '';
  const shown = { received, vacancy, word: word ?? '', ...rest, vacancy_name, mark: markOf(flagged) };
  const lines = Object.entries(shown).map(([name, value]) => `${name.padEnd(13)} ${printable(value)}`);
  return answered(values.json, [...lines, '', printable(description)].join('\n'), { ...shown, description });
}

async function mark(args: string[], config: Config): Promise<string> {
  const { values, words } = parsed(args, usage, ['ID', 'STATE', 'WORD?'], asJson);
  const [id = '', wanted, word] = words;
  const state = applicationStates.find((name) => name === wanted);
  if (state === undefined)
    throw new UsageError(`"${wanted}" is none of the states ${applicationStates.join(', ')}.`);
  const marked = await withStore(config, (store) =>
    store.write((trx) =>
      trx
        .updateTable('applications')
        .set({ state, ...(word === undefined ? {} : { word: word.trim() || null }) })
        .where('id', '=', id)
        .returning(['id', 'state', 'word'])
        .executeTakeFirst(),
    ),
  );
  if (marked === undefined) throw unknown(id);
  const told =
    marked.word === null
      ? ''
      : ` The word to the applicant is kept, and nobody has sent it: ${printable(marked.word)}`;
  return answered(values.json, `Marked as ${state}.${told}`, marked);
}

async function remove(args: string[], config: Config): Promise<string> {
  const { values, words } = parsed(args, usage, ['ID'], asJson);
  const [id = ''] = words;
  return withStore(config, async (store) => {
    await store.write(async (trx) => {
      const gone = await trx
        .deleteFrom('applications')
        .where('id', '=', id)
        .returning('request_key')
        .executeTakeFirst();
      if (gone === undefined) throw unknown(id);
      await forgetFingerprints(trx, [gone.request_key]);
    });
    await emptyLog(store);
    return answered(values.json, 'Deleted. Backups made before still hold it.', { id, deleted: true });
  });
}

function unknown(id: string): UsageError {
  return new UsageError(`There is no application with the id "${id}"; "applications" lists them.`);
}

/** Without characters that steer a terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, ' ');
}
