import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';

import type { Tables } from '#server/db/schema.ts';
import { saveNewsletter, sendToAll } from '#server/domain/newsletters.ts';
import { officePaths } from '#server/office-paths.ts';

import { entered } from '../service/office-scene.ts';
import { stores } from '../service/store.ts';
import { filledStore, job, portions, timeOf } from './filled-store.ts';

const rounds = 7;
const readers = 10_000;

/** A draft, and one that is on its way to everybody; returns their ids. */
async function writeNewsletters(trx: Transaction<Tables>): Promise<[string, string]> {
  for (const numbers of portions(readers)) {
    const rows = numbers.map(readerOf);
    await trx.insertInto('subscribers').values(rows).execute();
    const looks = { person: 'command line', action: 'read', kind: null, subject: '' };
    const log = rows.map(({ email: id, created_at: at }) => ({ ...looks, id, at }));
    await trx.insertInto('log').values(log).execute();
  }
  const letter = { subject: 'News', source: 'Words', articles: '["story-1","story-2"]' };
  const draft = await saveNewsletter(trx, undefined, letter, 0);
  const sent = await saveNewsletter(trx, undefined, letter, 0);
  await sendToAll(trx, sent, 1, { html: '<p>News</p>', plain: 'News' });
  return [draft, sent];
}

function readerOf(index: number) {
  const email = `reader${index}@example.com`;
  const time = timeOf(index);
  const names = { email, email_key: email, name: 'Reader', token: `token-${index}` };
  return { ...names, fingerprint: email, flagged: 0, created_at: time, confirmed_at: time };
}

test.each(stores)(
  'with 100,000 applications and 10,000 subscribers on $name each page takes at most 300 ms',
  async ({ newStore }) => {
    const { app, store, analyze } = await filledStore(10, 100_000, await newStore());
    const boss = await entered(app, store, 'boss@hcs.example', 'all');
    const [draft, sent] = await store.write(writeNewsletters);
    await analyze();
    const newest = store.db.selectFrom('applications').select('id').orderBy('created_at', 'desc').limit(1);
    const { id } = await newest.executeTakeFirstOrThrow();
    const { id: me } = await store.db.selectFrom('people').select('id').executeTakeFirstOrThrow();
    const application = officePaths.application(id);
    const medianTime = async (url: string): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const start = performance.now();
        expect([url, (await boss.get(url)).statusCode]).toEqual([url, 200]);
        times.push(performance.now() - start);
      }
      return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
    };
    // A slow machine needs more for a page of a single row too, which takes 3 to 5 ms on two free cores.
    const limit = Math.max(300, 60 * (await medianTime(officePaths.people)));
    const slow: [string, number][] = [];
    for (const url of [
      officePaths.home,
      officePaths.applications,
      `${officePaths.applications}?tab=all&job=${job}`,
      `${application}?tab=received`,
      `${application}?tab=all&job=${job}`,
      `${application}/answer`,
      officePaths.vacancies,
      officePaths.vacancy(job),
      `${officePaths.vacancy(job)}/edit`,
      `${officePaths.vacancy(job)}/close`,
      officePaths.articles,
      officePaths.article('story-1'),
      officePaths.publish('story-1'),
      officePaths.newsletter,
      officePaths.letter(draft),
      officePaths.letterEmail(draft),
      officePaths.letterSend(draft),
      officePaths.letter(sent),
      officePaths.subscribers,
      `${officePaths.subscribers}?page=300`,
      officePaths.people,
      officePaths.person(me),
      officePaths.log,
      officePaths.access,
    ]) {
      const median = await medianTime(url);
      if (median > limit) slow.push([url, Math.round(median)]);
    }
    expect(slow).toEqual([]);
  },
  600_000,
);
