import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { FastifyInstance } from 'fastify';
import { JSDOM } from 'jsdom';
import openGraph from 'open-graph-scraper';
import { expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { pages } from '#src/paths.ts';

import { application, post, testApp } from './test-app.ts';
import { writeArticle } from './written-article.ts';

const siteUrl = 'http://localhost:4173';

type Thing = Record<string, unknown> & { '@type': string };

async function firstId(app: FastifyInstance, call: string): Promise<string> {
  const { payload } = (await app.inject(`/connect/v1/${call}`)).json<{ payload: { _id: string }[] }>();
  return payload[0]?._id ?? '';
}

async function previewOf(app: FastifyInstance, path: string) {
  const { body } = await app.inject(path);
  const { result, error } = await openGraph({ html: body });
  expect(error).toBe(false);
  return result;
}

async function thingsOn(app: FastifyInstance, path: string): Promise<Thing[]> {
  const { document } = new JSDOM((await app.inject(path)).body).window;
  return [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) => {
    const graph = JSON.parse(script.textContent ?? '') as { '@context': string; '@graph': Thing[] };
    expect(graph['@context']).toBe('https://schema.org');
    return graph['@graph'];
  });
}

test('a link preview shows title, text, picture, type and date of an article', async () => {
  const { app } = await testApp();
  const path = '/media-room/kalingalinga-leak-valves';
  const preview = await previewOf(app, path);
  expect(preview).toMatchObject({
    ogTitle: 'Forty homes in Kalingalinga get a valve that closes itself',
    ogType: 'article',
    ogUrl: siteUrl + path,
    ogSiteName: 'HERO Control System',
    twitterCard: 'summary_large_image',
    articlePublishedTime: '2026-11-03T07:30:00+02:00',
  });
  expect(preview.ogDescription).toMatch(/^Lusaka\. HERO Control System has finished .*…$/);
  expect(preview.ogImage?.[0]?.url).toMatch(/^http:\/\/localhost:4173\/.*\.(?:png|jpe?g|webp)$/);
});

test.each([pages.mediaRoom, pages.career])('a link preview of $path is complete', async ({ path, title }) => {
  const { app } = await testApp();
  const preview = await previewOf(app, path);
  expect(preview).toMatchObject({ ogTitle: title, ogType: 'website', ogUrl: siteUrl + path });
  expect(preview.ogImage?.[0]?.url).toMatch(/\.png$/);
});

test.each([
  ['press', 'NewsArticle'],
  ['blog', 'BlogPosting'],
])('search engines read a %s item as %s', async (type, schemaType) => {
  const { app } = await testApp();
  const path = `/media-room/${await firstId(app, `media-room/${type}/0`)}`;
  const things = await thingsOn(app, path);
  const story = things.find((thing) => thing['@type'] === schemaType);
  expect(story).toMatchObject({
    headline: expect.stringMatching(/\S/),
    description: expect.stringMatching(/\S/),
    datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\+02:00$/),
    mainEntityOfPage: siteUrl + path,
    image: [expect.stringMatching(/^https?:\/\//)],
  });
  const company = things.find((thing) => thing['@type'] === 'Organization');
  expect(story?.publisher).toEqual({ '@id': company?.['@id'] });
  expect(company).toMatchObject({ name: 'HERO Control System', url: `${siteUrl}/` });
  const trail = things.find((thing) => thing['@type'] === 'BreadcrumbList')?.itemListElement as Thing[];
  expect(trail.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  expect(trail.at(-1)?.item).toBe(siteUrl + path);
});

test('a vacancy has the markup of a job on its own page only', async () => {
  const { app } = await testApp();
  const path = `/insider/career/${await firstId(app, 'job-list')}`;
  const job = (await thingsOn(app, path)).find((thing) => thing['@type'] === 'JobPosting');
  // What Google requires: https://developers.google.com/search/docs/appearance/structured-data/job-posting
  expect(job).toMatchObject({
    title: expect.stringMatching(/\S/),
    description: expect.stringMatching(/<\w/),
    datePosted: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    employmentType: expect.stringMatching(/^[A-Z_]+$/),
    hiringOrganization: { '@type': 'Organization', name: 'HERO Control System' },
    jobLocation: { address: { addressLocality: 'Lusaka', addressCountry: 'ZM' } },
  });
  expect((await app.inject('/insider/career')).body).not.toContain('JobPosting');
});

test('a vacancy tells its end to search engines, link previews and readers, and leaves by WhatsApp without a script', async () => {
  const { app, config } = await testApp();
  const source = '---\nname: Solderer & Co\ntype: part-time\nclosesAt: 2036-03-07\n---\nSteady hands.\n';
  await runLine(config, 'vacancy', 'open', writeArticle(source));
  const path = '/insider/career/solderer-co';
  const job = (await thingsOn(app, path)).find((thing) => thing['@type'] === 'JobPosting');
  expect(job?.validThrough).toBe('2036-03-08T00:00:00+02:00');
  const { document } = new JSDOM((await app.inject(path)).body).window;
  const closing = 'Closes on Friday, 7th March 2036';
  for (const name of ['meta[name="description"]', 'meta[property="og:description"]'])
    expect(document.querySelector(name)?.getAttribute('content')).toBe(`Part-time. ${closing}`);
  expect(document.querySelector('main .article time[datetime^="2036"]')?.textContent).toBe(closing);
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'WhatsApp');
  const message = `Solderer & Co\n${closing}\n${siteUrl}${path}`;
  expect(link?.getAttribute('href')).toBe(`https://wa.me/?text=${encodeURIComponent(message)}`);
  expect(new JSDOM((await app.inject('/insider/career')).body).window.document.body.textContent).toContain(
    closing,
  );
});

test('the Talent Community stands last, takes applications, and is no job to search engines', async () => {
  const { app } = await testApp();
  const path = '/insider/career/talent-community';
  const { document } = new JSDOM((await app.inject('/insider/career')).body).window;
  const cards = [...document.querySelectorAll('main li.card h3')].map(({ textContent }) => textContent);
  expect([cards.length > 5, cards.at(-1)]).toEqual([true, 'Talent Community']);
  expect(document.querySelector(`main a[href="${path}"]`)?.textContent).toBe('Join the Talent Community');
  const kinds = (await thingsOn(app, path)).map((thing) => thing['@type']);
  expect(kinds).toEqual(['BreadcrumbList']);
  const sent = await post(app, 'job-apply', { ...application, job: 'talent-community' });
  expect(sent.statusCode).toBe(201);
});

test('each address of the sitemap answers 200, and says when it changed', async () => {
  const { app } = await testApp();
  const { body, headers } = await app.inject('/sitemap.xml');
  expect(headers['content-type']).toContain('application/xml');
  expect(XMLValidator.validate(body)).toBe(true);
  const { urlset } = new XMLParser().parse(body) as { urlset: { url: { loc: string; lastmod: string }[] } };
  expect(urlset.url.length).toBeGreaterThan(13 + 9 + 9 + 5);
  for (const { loc, lastmod } of urlset.url) {
    const { statusCode } = await app.inject(loc.replace(siteUrl, ''));
    expect([loc, statusCode]).toEqual([loc, 200]);
    expect(Date.parse(lastmod), loc).toBeLessThanOrEqual(Date.now());
  }
  const robots = await app.inject('/robots.txt');
  expect(robots.body).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
});

test.each(['press', 'blog'])('the %s feed parses, and its pages lead to it', async (type) => {
  const { app } = await testApp();
  const { body, headers } = await app.inject(`/${type}.xml`);
  expect(headers['content-type']).toContain('application/rss+xml');
  expect(XMLValidator.validate(body)).toBe(true);
  const { rss } = new XMLParser().parse(body) as {
    rss: { channel: { item: { title: string; link: string; guid: string; pubDate: string }[] } };
  };
  expect(rss.channel.item.length).toBeGreaterThanOrEqual(9);
  const dates = rss.channel.item.map(({ pubDate }) => Date.parse(pubDate));
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  expect(new Set(rss.channel.item.map(({ guid }) => guid)).size).toBe(rss.channel.item.length);
  for (const path of ['/media-room', `/media-room/filter/${type}`])
    expect((await app.inject(path)).body).toMatch(
      new RegExp(`<link rel="alternate" type="application/rss\\+xml"[^>]* href="/${type}\\.xml"`),
    );
});
