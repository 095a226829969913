import { describe, expect, test } from 'vitest';

import { readDraft } from '#server/articles/publishing.ts';
import { withStore } from '#server/commands/command.ts';

import { answered, openApp, setClock, stores, type TestApp } from './store.ts';
import { withSite } from './with-site.ts';

const article = (date: string) =>
  `---\ntype: press\ntitle: Scheduled\ndate: ${date}\nfeatured: 1\n---\nAbout the scheduled machine.\n`;

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
  test.each([
    ['2027-03-01T08:00:00+02:00', '2027-03-01T06:00:00Z', '1 March 2027, 08:00, Lusaka time'],
    // A date without a time begins at midnight in Lusaka.
    ['2027-03-01', '2027-02-28T22:00:00Z', '1 March 2027'],
  ])('an article dated %s appears at that moment, not before', async (date, moment, spoken) => {
    const site = await openApp(await newStore(), withSite);
    setClock(Date.parse(moment) - 60_000);
    expect(await site.publish(article(date))).toContain(` on ${spoken}`);
    const row = await withStore(site.config, ({ db }) => readDraft(db, 'scheduled'));
    expect(row?.state).toBe('scheduled');
    setClock(Date.parse(moment) - 1);
    expect(await places(site)).toEqual([]);
    setClock(moment);
    expect(await places(site)).toHaveLength(7);
  });

  test('a vacancy closes by itself and accepts applications for another day', async () => {
    const { apply, get, read, publish } = await openApp(await newStore(), withSite);
    setClock('2027-03-01T06:00:00Z');
    const text = '---\nname: Solderer\ntype: part-time\ndate: 2027-03-01\nclosesAt: 2027-03-05\n---\nx\n';
    await publish(text, 'vacancy', 'open');
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
