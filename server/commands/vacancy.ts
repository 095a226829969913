import { existsSync } from 'node:fs';

import type { Transaction } from 'kysely';

import { vacancyPath } from '#src/paths.ts';

import type { Config } from '../config.ts';
import { dateOfDay, endOfDay, spokenEnd } from '../lusaka-time.ts';
import { markContentChanged } from '../store/content-version.ts';
import { isOpen } from '../store/on-the-site.ts';
import type { Tables } from '../store/schema.ts';
import { checkId, readArticleSource, slug } from './article-source.ts';
import {
  answered,
  asJson,
  asRows,
  type Command,
  momentOf,
  parsed,
  rowFormat,
  UsageError,
  withStore,
  wrongCall,
} from './command.ts';
import { dropPictures, savePictures } from './pictures.ts';
import { printRows } from './print-rows.ts';

const usage = [
  'vacancy open FILE.md [--closes DATE]',
  'vacancy open ID [--closes DATE]',
  'vacancy close ID',
  'vacancy list [--csv | --json]',
].join('\n');

export const vacancy: Command = {
  usage,
  summary: 'open a vacancy from a file, open a closed one again, close one, or list all',
  details: [
    'Front matter: name, type such as full-time, and if wanted id, date, closesAt.',
    'closesAt, or --closes, is a day such as 2026-11-27, to its end in Lusaka, or a day and hour such as',
    '2026-11-27T17:00. The vacancy closes by itself then; applications that come later are refused in words.',
  ],
  async run([action = '', ...args], config) {
    if (action === 'list') return list(args, config);
    if (action === 'close') return close(args, config);
    if (action === 'open') return open(args, config);
    throw wrongCall(usage);
  },
};

type Opened = Pick<Tables['vacancies'], 'id' | 'name' | 'closes_at'>;
type Change = (trx: Transaction<Tables>) => Promise<Opened>;

async function open(args: string[], config: Config): Promise<string> {
  const options = { ...asJson, closes: { type: 'string' } } as const;
  const { values, words } = parsed(args, usage, ['FILE.md or ID'], options);
  const [target = ''] = words;
  const isFile = /\.md$/i.test(target) || existsSync(target);
  const change = isFile ? fromFile(target, values.closes) : reopening(target, values.closes);
  const { id, name, closes_at } = await changed(config, change, isFile);
  const url = config.siteUrl + vacancyPath(id);
  const until = closes_at === null ? '' : ` until ${spokenEnd(new Date(closes_at))} in Lusaka`;
  const outcome = { id, state: 'open', closesAt: closes_at, url };
  return answered(values.json, `"${name}" is open at ${url}${until}.`, outcome);
}

async function close(args: string[], config: Config): Promise<string> {
  const { values, words } = parsed(args, usage, ['ID'], asJson);
  const { id, name } = await changed(config, closing(words[0] ?? ''));
  const text = `"${name}" is closed; applications that still arrive for it are refused, with the reason.`;
  return answered(values.json, text, { id, state: 'closed' });
}

function changed(config: Config, change: Change, isNewAllowed = false): Promise<Opened> {
  const work = async (trx: Transaction<Tables>) => {
    const row = await change(trx);
    await markContentChanged(trx);
    return row;
  };
  return withStore(config, (store) => store.write(work), { isNewAllowed });
}

function fromFile(path: string, closes: string | undefined): Change {
  const { article, pictures } = readArticleSource(path);
  const { name = '', type = '', date, closesAt } = article.fields;
  if (name === '' || type === '')
    throw new UsageError('The front matter needs the lines "name: …" and "type: …".');
  const id = checkId(article.fields.id || slug(name));
  const closes_at = readClosing(closes ?? closesAt);
  const dated = momentOf('date', date, dateOfDay);
  return async (trx) => {
    const earlier = await trx.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirst();
    const created_at = dated ?? earlier?.created_at ?? new Date().toISOString();
    const row = { name, type, body: article.html, created_at, closed_at: null, closes_at };
    await savePictures(trx, pictures);
    await trx
      .insertInto('vacancies')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    if (earlier !== undefined) await dropPictures(trx, earlier.body);
    return { id, name, closes_at };
  };
}

function reopening(id: string, closes: string | undefined): Change {
  const closes_at = readClosing(closes);
  return async (trx) => {
    const row = await known(trx, id);
    if (isOpen(row) && closes === undefined)
      throw new UsageError(`"${id}" is open already; --closes DATE gives it another end.`);
    await trx.updateTable('vacancies').set({ closed_at: null, closes_at }).where('id', '=', id).execute();
    return { ...row, closes_at };
  };
}

function closing(id: string): Change {
  return async (trx) => {
    const row = await known(trx, id);
    if (!isOpen(row)) throw new UsageError(`"${id}" is closed already.`);
    const closed_at = new Date().toISOString();
    await trx.updateTable('vacancies').set({ closed_at }).where('id', '=', id).execute();
    return row;
  };
}

async function known(trx: Transaction<Tables>, id: string) {
  const row = await trx.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirst();
  if (row !== undefined) return row;
  throw new UsageError(`There is no vacancy with the id "${id}"; "vacancy list" shows all.`);
}

function readClosing(text: string | undefined): string | null {
  const moment = momentOf('closesAt', text || undefined, endOfDay);
  if (moment !== null && Date.parse(moment) <= Date.now()) throw new UsageError(`closesAt: ${text} is over.`);
  return moment;
}

async function list(args: string[], config: Config): Promise<string> {
  const format = rowFormat(parsed(args, usage, [], asRows).values);
  const rows = await withStore(config, ({ db }) =>
    db
      .selectFrom('vacancies')
      .select(['created_at as date', 'id', 'name', 'type', 'closed_at', 'closes_at'])
      .orderBy('created_at', 'desc')
      .execute(),
  );
  return printRows(
    rows.map(({ closed_at, closes_at, ...row }) => ({
      ...row,
      state: isOpen({ closed_at, closes_at }) ? 'open' : 'closed',
      closes: closes_at ?? '',
    })),
    ['date', 'id', 'name', 'type', 'state', 'closes'],
    format,
  );
}
