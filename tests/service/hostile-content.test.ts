import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';

import { xssCorpus } from '../support/xss-corpus.ts';
import { providerOf } from './provider-of.ts';
import { testApp } from './test-app.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');

/** One article for each hostile text: in its id, title, picture, date and description. */
const articles = xssCorpus.map((text, index) => ({
  // The API takes no slash and no control character in an id.
  _id: `${index}${text.replace(/[/\\]|\p{Cc}/gu, '_')}`,
  title: `${index}${text}`,
  img_uri: index % 2 === 0 ? text : `https://pictures.example/${text}`,
  description: encode(text.includes('<') ? `<p>before</p>${text}<p>after</p>` : text),
  createdAt: index % 3 === 0 ? '2026-01-31T10:00:00Z' : text,
}));

async function hostileApp() {
  const base = await providerOf((url, response) => {
    const path = decodeURIComponent(url);
    const one = articles.find(({ _id }) => path === `/media/${_id}`);
    const jobs = articles.map(({ _id, title, createdAt }, index) => ({
      _id,
      name: title,
      type: title,
      createdAt,
      description: xssCorpus[index],
    }));
    const payload = one ?? (path === '/job-list' ? jobs : /\/0$|priority/.test(path) ? articles : []);
    response.end(JSON.stringify({ payload }));
  });
  return (await testApp({ CONNECT_UPSTREAM: base })).app;
}

/** The one inline script, as the build has it. */
const loader = /<script>(.*?)<\/script>/s.exec(readFileSync(join(builtSite, 'index.html'), 'utf8'))?.[1];

/** What a document must not have, wherever its texts come from. */
function expectTame(html: string, what: string): void {
  const { document } = new JSDOM(html).window;
  const scripts = [...document.querySelectorAll('script')];
  for (const script of scripts) {
    const isOurs = script.textContent === loader || /json$/.test(script.type);
    expect(isOurs, `${what}: ${script.outerHTML.slice(0, 200)}`).toBe(true);
    if (/json$/.test(script.type)) expect(() => JSON.parse(script.textContent ?? ''), what).not.toThrow();
  }
  for (const element of document.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      expect(/^on/i.test(name), `${what}: ${element.outerHTML.slice(0, 200)}`).toBe(false);
      if (/^(?:href|src|action|formaction|data|srcdoc|xlink:href)$/.test(name))
        expect(new URL(value, 'https://site.example').protocol, `${what}: ${name}`).toMatch(
          /^(?:https?|mailto|tel|data):$/,
        );
    }
  expect(document.querySelectorAll('h1'), what).toHaveLength(1);
  expect(document.querySelectorAll('main'), what).toHaveLength(1);
  expect(document.querySelectorAll('title'), what).toHaveLength(1);
  expect(document.querySelector('base, iframe, object, embed, main style, main svg script'), what).toBe(null);
}

test(`the corpus has enough hostile texts`, () => {
  expect(new Set(xssCorpus).size).toBeGreaterThanOrEqual(60);
});

test('no hostile text breaks out of lists, overview or vacancies', async () => {
  const app = await hostileApp();
  for (const path of [
    '/media-room',
    '/media-room/filter/press',
    '/media-room/filter/blog',
    '/insider/career',
  ]) {
    const { statusCode, body } = await app.inject(path);
    expect([path, statusCode]).toEqual([path, 200]);
    expectTame(body, path);
  }
});

test('no hostile text breaks out of the pages about it', async () => {
  const app = await hostileApp();
  for (const { _id } of articles)
    for (const folder of ['/media-room/', '/insider/career/']) {
      const { statusCode, body } = await app.inject(folder + encodeURIComponent(_id));
      expect([folder + _id, statusCode]).toEqual([folder + _id, 200]);
      expectTame(body, folder + _id);
    }
});

test('feeds and sitemap stay well-formed, and their texts stay texts', async () => {
  const app = await hostileApp();
  for (const path of ['/press.xml', '/blog.xml', '/sitemap.xml']) {
    const { statusCode, body } = await app.inject(path);
    expect([path, statusCode]).toEqual([path, 200]);
    expect(XMLValidator.validate(body), path).toBe(true);
  }
  const feed = new XMLParser().parse((await app.inject('/press.xml')).body) as {
    rss: { channel: { item: { title: string }[] } };
  };
  expect(feed.rss.channel.item).toHaveLength(articles.length);
});
