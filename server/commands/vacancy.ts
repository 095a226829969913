import { existsSync } from 'node:fs';

import type { Transaction } from 'kysely';

import { vacancyPath } from '#src/paths.ts';

import type { Config } from '../config.ts';
import { dateField } from '../store/article-file.ts';
import { markContentChanged } from '../store/content-version.ts';
import type { Tables } from '../store/schema.ts';
import { checkId, readArticleSource, slug } from './article-source.ts';
import { type Command, rowFormat, UsageError, withStore, words } from './command.ts';
import { printRows } from './print-rows.ts';
import { savePictures } from './publish.ts';

const usage = 'vacancy open FILE.md | open ID | close ID | list [--csv | --json]';

export const vacancy: Command = {
  usage,
  summary:
    'open a vacancy from a file (front matter: name, type such as full-time, and if wanted id, date), ' +
    'open a closed one again, close one, or list all',
  async run([action = '', ...args], config) {
    if (action === 'list') return list(args, config);
    if (action !== 'open' && action !== 'close') throw new UsageError(`Usage: npm run connect -- ${usage}`);
    const [target = ''] = words(args, usage, ['FILE.md or ID']);
    const isFile = action === 'open' && (/\.md$/i.test(target) || existsSync(target));
    const change = isFile ? opening(target) : switching(target, action === 'close');
    const { id, name } = await withStore(config, (store) =>
      store.write(async (trx) => {
        const changed = await change(trx);
        await markContentChanged(trx);
        return changed;
      }),
    );
    return action === 'open'
      ? `"${name}" is open at ${config.siteUrl}${vacancyPath(id)}.`
      : `"${name}" is closed; applications that still arrive for it are refused, with the reason.`;
  },
};

type Change = (trx: Transaction<Tables>) => Promise<{ id: string; name: string }>;

function opening(path: string): Change {
  const { article, pictures } = readArticleSource(path);
  const { name = '', type = '' } = article.fields;
  if (name === '' || type === '')
    throw new UsageError('The front matter needs the lines "name: …" and "type: …".');
  const id = checkId(article.fields.id || slug(name));
  const row = { name, type, body: article.html, created_at: dateField(article, new Date()), closed_at: null };
  return async (trx) => {
    await savePictures(trx, pictures);
    await trx
      .insertInto('vacancies')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    return { id, name };
  };
}

function switching(id: string, isClosing: boolean): Change {
  return async (trx) => {
    const changed = await trx
      .updateTable('vacancies')
      .set({ closed_at: isClosing ? new Date().toISOString() : null })
      .where('id', '=', id)
      .where('closed_at', isClosing ? 'is' : 'is not', null)
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (changed !== undefined) return changed;
    const state = isClosing ? 'open' : 'closed';
    throw new UsageError(`No ${state} vacancy has the id "${id}"; "vacancy list" shows all.`);
  };
}

async function list(args: string[], config: Config): Promise<string> {
  const format = rowFormat(args, usage);
  const rows = await withStore(config, ({ db }) =>
    db
      .selectFrom('vacancies')
      .select(['created_at as date', 'id', 'name', 'type', 'closed_at'])
      .orderBy('created_at', 'desc')
      .execute(),
  );
  return printRows(
    rows.map(({ closed_at, ...row }) => ({ ...row, state: closed_at === null ? 'open' : 'closed' })),
    ['date', 'id', 'name', 'type', 'state'],
    format,
  );
}
