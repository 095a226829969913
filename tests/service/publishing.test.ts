import { describe, expect, test } from 'vitest';

import { parseMoment, startOfDay } from '#server/lib/local-time.ts';
import { closeVacancy } from '#server/vacancies/vacancies.ts';
import type { MediaItem } from '#src/contract/media.ts';

import { answered, openApp, sharedApp, stores } from './store.ts';
import { withSite } from './with-site.ts';

const id = 'rontgen-fur-leiterplatten';
const article = { title: 'Röntgen für Leiterplatten', source: '## A *new* machine' };
const solderer = { name: 'Solderer', type: 'part-time', source: 'Bring steady hands.' };

describe.each(stores)('on $name', ({ newStore }) => {
  test('a lead appears as text under the title, on the card, in the feed and in link previews', async () => {
    const { get, payload, publish } = await openApp(await newStore(), withSite);
    const lead = 'Solder & <wire> in one sentence.';
    await publish({ ...article, lead });
    expect(await payload<MediaItem>(`media/${id}`)).toMatchObject({ lead });
    const escaped = 'Solder &amp; &lt;wire&gt; in one sentence.';
    const read = async (url: string) => (await get(url, { accept: 'text/html' })).body;
    const page = await read(`/media-room/${id}`);
    expect(page).toContain(`</h1><p class="lead">${escaped}</p>`);
    for (const name of ['name="description"', 'property="og:description"'])
      expect(page).toContain(`<meta ${name} content="${escaped}"/>`);
    expect(await read('/media-room')).toContain(`<p class="card-text">${escaped}</p>`);
    const feeds = (await read('/press.xml')) + (await read('/blog.xml'));
    expect(feeds).toContain('<description>Solder &#38; &#60;wire&#62; in one sentence.</description>');
  });

  test('a vacancy is listed as written, can be closed, then refuses applications with a reason, and can be reopened', async () => {
    const { apply, payload, change, openVacancy } = await openApp(await newStore());
    const told = { lead: 'Hands wanted.', location: 'Lusaka', salary: 'K 9 000' };
    const times = { createdAt: '2026-11-20T00:00:00.000Z', closesAt: '2126-11-27T22:00:00.000Z' };
    await openVacancy({ ...solderer, ...told, ...times });
    const list = () => payload<{ _id: string }[]>('job-list');
    expect((await list()).find(({ _id }) => _id === 'solderer')).toEqual({
      ...{ _id: 'solderer', name: 'Solderer', type: 'part-time', ...told, ...times },
      description: '<p>Bring steady hands.</p>\n',
    });
    expect((await list()).find(({ _id }) => _id === 'talent-community')).not.toHaveProperty('salary');
    const close = () => change((trx) => closeVacancy(trx, 'solderer'));
    await close();
    const refused = await answered(422, apply({ job: 'solderer' }));
    expect(refused.json().error.details[0].message).toMatch(
      /^Applications for "Solderer" are closed\. Please choose another vacancy\.$/,
    );
    await expect(close()).rejects.toThrow('already closed');
    await openVacancy({ ...solderer, source: 'Other' });
    await answered(201, apply({ job: 'solderer' }));
  });
});

const site = sharedApp();

test.each(['yesterday', '05-12-2026', '5 December', '2026-02-30', '2026-12-05T25:00'])(
  '"%s" is no date',
  (date) => {
    expect(() => parseMoment('Day', date, startOfDay)).toThrow(`Day: "${date}" is not a date`);
  },
);

test('a place that is none and a day in the past are refused', async () => {
  const { publish, openVacancy } = site();
  await expect(publish({ ...article, featured: 100 })).rejects.toThrow('one of the three featured places');
  const past = openVacancy({ ...solderer, closesAt: '2026-01-01T00:00:00.000Z' });
  await expect(past).rejects.toThrow('is in the past');
});
