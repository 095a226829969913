import { expect, test } from 'vitest';

import { career } from '#src/content/career.ts';
import { careerPage } from '#src/content/career-page.ts';
import { pages } from '#src/paths.ts';
import { company } from '#src/words/site.ts';

import { documentOf } from './document-of.ts';
import { openedStore } from './office-scene.ts';
import { answered, openApp, sharedApp, type TestApp } from './store.ts';
import { withSite } from './with-site.ts';
import { elementsOf } from './xml.ts';

const siteUrl = 'http://localhost:4173';
const openSite = sharedApp({}, withSite);
const solderer = {
  name: 'Solderer & Co',
  type: 'part-time',
  closesAt: '2036-03-07T22:00:00.000Z',
  source: 'Steady hands.',
};

type Thing = Record<string, unknown> & { '@type': string };

const pageOf = async ({ get }: TestApp, path: string) => documentOf((await answered(200, get(path))).body);

async function firstId({ payload }: TestApp, call: string): Promise<string> {
  return (await payload<{ _id: string }[]>(call))[0]?._id ?? '';
}

/** The properties that link previews read; each must occur once. */
async function previewOf(site: TestApp, path: string): Promise<Record<string, string | null>> {
  const tags = [...(await pageOf(site, path)).querySelectorAll('meta[property]')];
  const preview = tags.map((tag) => [tag.getAttribute('property'), tag.getAttribute('content')]);
  expect(Object.keys(Object.fromEntries(preview))).toHaveLength(tags.length);
  return Object.fromEntries(preview);
}

async function thingsOn(site: TestApp, path: string): Promise<Thing[]> {
  const scripts = (await pageOf(site, path)).querySelectorAll('script[type="application/ld+json"]');
  return [...scripts].flatMap((script) => {
    const graph = JSON.parse(script.textContent ?? '') as { '@context': string; '@graph': Thing[] };
    expect(graph['@context']).toBe('https://schema.org');
    return graph['@graph'];
  });
}

test("a link preview shows an article's title, text, picture, type and date", async () => {
  const path = '/media-room/kalingalinga-leak-valves';
  const site = openSite();
  expect(await previewOf(site, path)).toMatchObject({
    'og:title': 'Forty homes in Kalingalinga get leak valves',
    'og:description': 'Water Handler found eleven leaks in its first month there.',
    'og:type': 'article',
    'og:url': siteUrl + path,
    'article:published_time': '2026-11-03T07:30:00+02:00',
    'og:image': expect.stringMatching(/^http:\/\/localhost:4173\/.*\.(?:png|jpe?g|webp)$/),
  });
  await site.publish({ title: 'Plain', source: 'Many words. '.repeat(30) });
  const { 'og:description': beginning } = await previewOf(site, '/media-room/plain');
  expect(beginning).toMatch(/^Many words\. .*…$/);
});

test.each([
  ['press', 'NewsArticle'],
  ['blog', 'BlogPosting'],
])('search engines read a %s item as %s', async (type, schemaType) => {
  const site = openSite();
  const path = `/media-room/${await firstId(site, `media-room/${type}/0`)}`;
  const things = await thingsOn(site, path);
  const find = (name: string) => things.find((thing) => thing['@type'] === name);
  const company = find('Organization');
  expect(company).toMatchObject({ name: 'HERO Control System', url: `${siteUrl}/` });
  expect(find(schemaType)).toMatchObject({
    headline: expect.stringMatching(/\S/),
    description: expect.stringMatching(/\S/),
    datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\+02:00$/),
    mainEntityOfPage: siteUrl + path,
    image: [expect.stringMatching(/^https?:\/\//)],
    publisher: { '@id': company?.['@id'] },
  });
});

test('a vacancy gives its details and closing date to search engines and readers', async () => {
  const site = openSite();
  await site.openVacancy(solderer);
  const path = '/insider/career/solderer-co';
  // Required by Google: https://developers.google.com/search/docs/appearance/structured-data/job-posting
  expect((await thingsOn(site, path)).find((thing) => thing['@type'] === 'JobPosting')).toMatchObject({
    title: 'Solderer & Co',
    description: expect.stringMatching(/<\w/),
    datePosted: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    employmentType: expect.stringMatching(/^[A-Z_]+$/),
    hiringOrganization: { '@type': 'Organization', name: 'HERO Control System' },
    jobLocation: { address: { addressLocality: 'Lusaka', addressCountry: 'ZM' } },
    validThrough: '2036-03-08T00:00:00+02:00',
  });
  const document = await pageOf(site, path);
  const closing = 'Closes on Friday, 7th March 2036';
  for (const name of ['meta[name="description"]', 'meta[property="og:description"]'])
    expect(document.querySelector(name)?.getAttribute('content')).toBe(`Part-time. ${closing}`);
  expect(document.querySelector('main .article time[datetime^="2036"]')?.textContent).toBe(closing);
  const list = await pageOf(site, '/insider/career');
  expect(list.body.textContent).toContain(closing);
  expect(list.documentElement.outerHTML).not.toContain('JobPosting');
});

test('a vacancy can be shared on WhatsApp; a product page opens a chat that names the product', async () => {
  const site = openSite();
  const facts = { lead: 'You solder.', location: 'Lusaka', salary: 'K6,000 a month' };
  await site.openVacancy({ ...solderer, id: 'shared', ...facts });
  const path = '/insider/career/shared';
  const sent = async (page: string, start: string) => {
    const links = [...(await pageOf(site, page)).querySelectorAll('main a')];
    const url = links.map((link) => link.getAttribute('href') ?? '').find((href) => href.startsWith(start));
    return new URL(url ?? siteUrl).searchParams.get('text');
  };
  expect(await sent(path, 'https://wa.me/?')).toBe(
    `Solderer & Co\nYou solder.\nLusaka, K6,000 a month\nCloses on Friday, 7th March 2036\n${career.howToApply}\n${siteUrl}${path}`,
  );
  expect(await sent(pages.osense.path, 'https://wa.me/2')).toBe("I would like a quote for O'Sense");
});

test('search engines read how to call and visit us', async () => {
  const site = openSite();
  const [business] = await thingsOn(site, pages.contact.path);
  expect(business).toMatchObject({
    '@type': 'LocalBusiness',
    telephone: company.phones[0],
    openingHours: ['Mo-Fr 08:00-17:00', 'Sa-Su 08:00-13:00'],
  });
});

test('the Talent Community has its own link, takes applications, and is not a job to search engines', async () => {
  const site = openSite();
  const path = '/insider/career/talent-community';
  const document = await pageOf(site, '/insider/career');
  const link = document.querySelector<HTMLAnchorElement>('main a[href^="#vacancy-"]');
  expect(link?.textContent).toBe(careerPage.talent);
  const card = document.querySelector(`main li:last-child:has(${link?.hash})`);
  expect(card?.querySelector(`a[href="${path}"]`)).not.toBeNull();
  expect((await thingsOn(site, path)).map((thing) => thing['@type'])).toEqual([]);
  await answered(201, site.apply({ job: 'talent-community' }));
});

test('each address in the sitemap returns a 200 and has a date of change', async () => {
  const { get } = openSite();
  const { body, headers } = await answered(200, get('/sitemap.xml'));
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const urls = elementsOf(body, 'url', ['loc', 'lastmod']);
  expect(urls.length).toBeGreaterThan(13 + 9 + 9 + 5);
  for (const [loc = '', lastmod = ''] of urls) {
    await answered(200, get(loc.replace(siteUrl, '')));
    expect(Date.parse(lastmod), loc).toBeLessThanOrEqual(Date.now());
  }
  expect((await get('/robots.txt')).body).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
});

test('the sitemap has all of many articles; one on no first page of a list counts as a press release', async () => {
  const { config, get } = await openApp({}, withSite);
  const { db } = await openedStore(config);
  const sample = await db
    .selectFrom('articles')
    .selectAll()
    .where('kind', '=', 'press')
    .executeTakeFirstOrThrow();
  const timeOf = (at: number) => new Date(Date.UTC(2020, 0, 1) + at * 60_000).toISOString();
  const many = Array.from({ length: 500 }, (_, at) => ({
    ...sample,
    ...{ id: `story-${at}`, created_at: timeOf(at), priority: null },
  }));
  await db.insertInto('articles').values(many).execute();
  expect((await get('/sitemap.xml')).body.match(/\/media-room\/story-\d+<\/loc>/g)).toHaveLength(500);
  expect((await get('/media-room/story-0')).body).toContain('"@type":"NewsArticle"');
});

test.each([
  ['press', 9, ['/media-room', '/media-room/filter/press']],
  ['blog', 9, ['/media-room', '/media-room/filter/blog']],
  ['vacancies', 5, []],
])(
  '/%s.xml is a feed with at least %i items, newest first, and the pages link to it',
  async (name, least, paths) => {
    const { get } = openSite();
    const { body, headers } = await answered(200, get(`/${name}.xml`));
    expect(headers['content-type']).toContain('application/rss+xml');
    const items = elementsOf(body, 'item', ['link', 'guid', 'pubDate']);
    expect(items.length).toBeGreaterThanOrEqual(least);
    const dates = items.map(([, , date = '']) => Date.parse(date));
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
    expect(new Set(items.map(([, guid]) => guid)).size).toBe(items.length);
    for (const [link = ''] of items) await answered(200, get(link.replace(siteUrl, '')));
    for (const path of paths)
      expect((await get(path)).body).toMatch(
        new RegExp(`<link rel="alternate" type="application/rss\\+xml"[^>]* href="/${name}\\.xml"`),
      );
  },
);

test("the feeds of articles describe their own kind, and the vacancies' items say what and where the work is", async () => {
  const site = openSite();
  await site.openVacancy({ ...solderer, id: 'fed', lead: 'You solder.', location: 'Kitwe' });
  const [press, blog, vacancies] = await Promise.all(
    ['press', 'blog', 'vacancies'].map(async (name) => (await answered(200, site.get(`/${name}.xml`))).body),
  );
  const described = [press, blog].map((xml = '') => elementsOf(xml, 'channel', ['description'])[0]?.[0]);
  expect(described).toEqual([
    expect.stringMatching(/^Press releases (?!.*blog)/),
    expect.stringMatching(/^Blog posts (?!.*press)/),
  ]);
  expect(elementsOf(vacancies ?? '', 'item', ['description'])).toContainEqual(['You solder. · Kitwe']);
});
