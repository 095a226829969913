import { existsSync } from 'node:fs';

import type { Transaction } from 'kysely';

import { vacancyPath } from '#src/paths.ts';

import type { Config } from '../config.ts';
import { dateOfDay, endOfDay, spokenEnd } from '../lusaka-time.ts';
import { isOpen, markContentChanged } from '../store/on-the-site.ts';
import type { Tables } from '../store/schema.ts';
import { checkId, dropPictures, readArticleSource, savePictures, slug } from './article-source.ts';
import { command, group, listing, momentOf, UsageError, withStore } from './command.ts';
import { noteIfOpened } from './opened-vacancy.ts';

const open = command({
  name: 'vacancy open',
  words: ['FILE.md|ID'],
  summary: 'open a vacancy from a file, or a closed one again',
  details: [
    'Front matter: name, type such as full-time, and if wanted id, date, closesAt, which --closes goes before.',
    'It closes by itself then; applications that come later are refused in words.',
  ],
  options: {
    closes: {
      type: 'string',
      value: 'DATE',
      help: 'a day such as 2026-11-27, to its end in Lusaka, or a day and hour such as 2026-11-27T17:00',
    },
  },
  async run({ values: { closes }, words: [target = ''] }, config) {
    const isFile = /\.md$/i.test(target) || existsSync(target);
    const change = isFile ? fromFile(target, closes) : reopening(target, closes);
    const { id, name, closes_at } = await changed(config, change, isFile);
    const url = config.siteUrl + vacancyPath(id);
    const until = closes_at === null ? '' : ` until ${spokenEnd(new Date(closes_at))} in Lusaka`;
    return {
      text: `"${name}" is open at ${url}${until}.`,
      data: { id, state: 'open', closesAt: closes_at, url },
    };
  },
});

const close = command({
  name: 'vacancy close',
  words: ['ID'],
  summary: 'close one',
  async run({ words: [id = ''] }, config) {
    const { name } = await changed(config, closing(id));
    const text = `"${name}" is closed; applications that still arrive for it are refused, with the reason.`;
    return { text, data: { id, state: 'closed' } };
  },
});

const list = listing({
  name: 'vacancy list',
  summary: 'list all, newest first',
  async run(_, config) {
    const rows = await withStore(config, ({ db }) =>
      db
        .selectFrom('vacancies')
        .select(['created_at as date', 'id', 'name', 'type', 'closed_at', 'closes_at'])
        .orderBy('created_at', 'desc')
        .execute(),
    );
    return {
      rows: rows.map(({ closed_at, closes_at, ...row }) => ({
        ...row,
        state: isOpen({ closed_at, closes_at }) ? 'open' : 'closed',
        closes: closes_at ?? '',
      })),
      columns: ['date', 'id', 'name', 'type', 'state', 'closes'],
    };
  },
});

export const vacancy = group('vacancy', [open, close, list]);

type Opened = Pick<Tables['vacancies'], 'id' | 'name' | 'closes_at'>;
type Change = (trx: Transaction<Tables>) => Promise<Opened>;

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
    await noteIfOpened(trx, id, earlier);
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
    await noteIfOpened(trx, id, row);
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
