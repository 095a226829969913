import { describe, expect, test } from 'vitest';

import { readDraft } from '#server/articles/publishing.ts';
import { withStore } from '#server/commands/command.ts';

import { answered, openApp, setClock, stores, type TestApp } from './store.ts';
import { withSite } from './with-site.ts';

const article = { title: 'Scheduled', featured: 1, source: 'About the scheduled machine.' };

/** The places that show the article. */
async function places({ get }: TestApp): Promise<string[]> {
  const shown = [];
  for (const url of [
    ...['/connect/v1/media-room/press/0', '/connect/v1/media-priority', '/connect/v1/media/scheduled'],
    ...['/media-room/scheduled', '/media-room/filter/press', '/press.xml', '/sitemap.xml'],
  ]) {
    const { statusCode, body } = await get(url);
    if (statusCode === 200 && /"_id":"scheduled"|\/media-room\/scheduled\b/.test(body)) shown.push(url);
  }
  return shown;
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('an article appears at its moment, not before', async () => {
    const moment = '2027-03-01T06:00:00.000Z';
    const site = await openApp(await newStore(), withSite);
    setClock(Date.parse(moment) - 60_000);
    await site.publish({ ...article, kind: 'press', createdAt: moment });
    const row = await withStore(site.config, ({ db }) => readDraft(db, 'scheduled'));
    expect(row?.state).toBe('scheduled');
    setClock(Date.parse(moment) - 1);
    expect(await places(site)).toEqual([]);
    setClock(moment);
    expect(await places(site)).toHaveLength(7);
  });

  test('a vacancy closes by itself and accepts applications for another day', async () => {
    const { apply, get, read, openVacancy } = await openApp(await newStore(), withSite);
    setClock('2027-03-01T06:00:00Z');
    await openVacancy({ name: 'Solderer', closesAt: '2027-03-05T22:00:00.000Z' });
    const lists = async () => [
      (await get('/insider/career')).body.includes('solderer'),
      (await get('/sitemap.xml')).body.includes('solderer'),
      (await read('job-list')).body.includes('solderer'),
    ];
    setClock('2027-03-05T21:59:59Z');
    expect(await lists()).toEqual([true, true, true]);
    await answered(201, apply({ job: 'solderer' }));
    setClock('2027-03-05T22:00:00Z');
    expect(await lists()).toEqual([false, false, false]);
    setClock('2027-03-06T21:59:59Z');
    await answered(201, apply({ job: 'solderer', description: 'It waited for a connection.' }));
    setClock('2027-03-06T22:00:00Z');
    const refused = await answered(422, apply({ job: 'solderer', description: 'Late' }));
    expect(refused.json().error.details[0].message).toContain(
      'Applications for "Solderer" closed on 5 March 2027, 23:59, Lusaka time.',
    );
  });
});
