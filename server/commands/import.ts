import { existsSync, readFileSync } from 'node:fs';

import type { Transaction } from 'kysely';

import { type MediaItem, readMediaList } from '#src/contract/media.ts';
import { readVacancies, type Vacancy } from '#src/contract/vacancy.ts';

import { markContentChanged } from '../store/on-the-site.ts';
import type { Tables } from '../store/schema.ts';
import { command, UsageError, withStore } from './command.ts';
import { noteIfOpened } from './opened-vacancy.ts';

const kinds = ['press', 'blog', 'priority', 'vacancies'] as const;
type Kind = (typeof kinds)[number];

export const importAnswers = command({
  name: 'import',
  words: ['FILE.json'],
  summary: "take over a provider's saved answer to media-room/…, media-priority or job-list; again: replace",
  options: { as: { type: 'string', value: 'KIND', help: kinds.join(', '), isNeeded: true } },
  async run({ values, words: [path = ''] }, config) {
    const kind = kinds.find((name) => name === values.as);
    if (kind === undefined) throw new UsageError(`--as takes one of ${kinds.join(', ')}.`);
    const payload = readPayload(path);
    const save = kind === 'vacancies' ? vacancyRows(payload) : mediaRows(payload, kind);
    const { taken, left } = { taken: save.length, left: payload.length - save.length };
    await withStore(
      config,
      (store) =>
        store.write(async (trx) => {
          if (kind === 'priority') await trx.updateTable('media').set({ priority: null }).execute();
          for (const row of save) await row(trx);
          await markContentChanged(trx);
        }),
      { isNewAllowed: true },
    );
    const text = `Imported ${taken} as ${kind}${left > 0 ? `; ${left} without an id or title left out` : ''}.`;
    return { text, data: { kind, taken, left } };
  },
});

type Save = (trx: Transaction<Tables>) => Promise<unknown>;

function readPayload(path: string): unknown[] {
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`);
  let answer: unknown;
  try {
    answer = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new UsageError(`${path} is not JSON.`);
  }
  const payload =
    typeof answer === 'object' && answer !== null && 'payload' in answer ? answer.payload : answer;
  if (!Array.isArray(payload)) throw new UsageError(`${path} holds no list, and no "payload" with a list.`);
  return payload;
}

function mediaRows(payload: unknown[], kind: Exclude<Kind, 'vacancies'>): Save[] {
  return readMediaList(payload)
    .filter(({ title }) => title !== '' || kind === 'priority')
    .map((item, place) => (trx) => saveMedia(trx, item, kind, place));
}

async function saveMedia(trx: Transaction<Tables>, item: MediaItem, kind: string, place: number) {
  const priority = kind === 'priority' ? place : null;
  // A featured item often repeats an article of a list, or has nothing but an id.
  if (priority !== null && ((await feature(trx, item._id, priority)) || item.title === '')) return;
  const row = {
    kind: kind === 'press' ? ('press' as const) : ('blog' as const),
    title: item.title,
    image: item.img_uri ?? null,
    body: Buffer.from(item.description, 'base64').toString(),
    created_at: isoDate(item.createdAt),
    hidden_at: null,
    visible_from: null,
  };
  await trx
    .insertInto('media')
    .values({ id: item._id, priority, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

async function feature(trx: Transaction<Tables>, id: string, priority: number): Promise<boolean> {
  const known = trx.updateTable('media').set({ priority }).where('id', '=', id);
  return (await known.executeTakeFirst()).numUpdatedRows > 0n;
}

function vacancyRows(payload: unknown[]): Save[] {
  return readVacancies(payload).map((vacancy) => (trx) => saveVacancy(trx, vacancy));
}

async function saveVacancy(trx: Transaction<Tables>, vacancy: Vacancy) {
  const { _id: id, name, type, createdAt, description = '', closesAt = '' } = vacancy;
  const row = {
    name,
    type,
    body: description,
    created_at: isoDate(createdAt),
    closes_at: Number.isNaN(Date.parse(closesAt)) ? null : isoDate(closesAt),
  };
  const earlier = await trx.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirst();
  await trx
    .insertInto('vacancies')
    // One that was closed here stays closed.
    .values({ id, closed_at: null, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await noteIfOpened(trx, id, earlier);
}

function isoDate(text: string): string {
  const date = new Date(text);
  return (Number.isNaN(date.getTime()) ? new Date() : date).toISOString();
}
