import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';

import { documentOf } from './document-of.ts';
import { answered, openProxy } from './store.ts';
import { withSite } from './with-site.ts';
import { elementsOf } from './xml.ts';
import { xssCorpus } from './xss-corpus.ts';

/** One article for each hostile text: in its id, title, picture, date and description. */
const articles = xssCorpus.map((text, index) => ({
  // The API does not accept slashes or control characters in an id.
  _id: `${index}${text.replace(/[/\\]|\p{Cc}/gu, '_')}`,
  title: `${index}${text}`,
  img_uri: index % 2 === 0 ? text : `https://pictures.example/${text}`,
  description: Buffer.from(text.includes('<') ? `<p>before</p>${text}<p>after</p>` : text).toString('base64'),
  createdAt: index % 3 === 0 ? '2026-01-31T10:00:00Z' : text,
}));
const vacancies = articles.map(({ _id, title, createdAt }, index) => ({
  ...{ _id, name: title, type: title, createdAt },
  description: xssCorpus[index],
}));

function openSite() {
  return openProxy(({ path }, response) => {
    const call = decodeURIComponent(path);
    const one = articles.find(({ _id }) => call === `/api/media/${_id}`);
    const list = call === '/api/job-list' ? vacancies : /\/0$|priority/.test(call) ? articles : [];
    response.end(JSON.stringify({ payload: one ?? list }));
  }, withSite);
}

/** The only inline script, as in the build. */
const loader = /<script>(.*?)<\/script>/s.exec(readFileSync(join(builtSite, 'index.html'), 'utf8'))?.[1];

/** Checks that a document contains nothing hostile, wherever its texts come from. */
function expectTame(html: string, path: string): void {
  const document = documentOf(html);
  for (const script of document.querySelectorAll('script'))
    if (/json$/.test(script.type)) expect(() => JSON.parse(script.textContent ?? ''), path).not.toThrow();
    else expect(script.textContent, path).toBe(loader);
  const attributes = [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
  const hostile = attributes.filter(({ name, value }) =>
    /^(?:href|src|action|formaction|data|srcdoc|xlink:href)$/.test(name)
      ? !/^(?:https?|mailto|tel|data):$/.test(new URL(value, 'https://site.example').protocol)
      : /^on/i.test(name),
  );
  const told = hostile.map(
    ({ name, value, ownerElement }) => `<${ownerElement?.localName} ${name}="${value}"`,
  );
  expect(told, path).toEqual([]);
  for (const name of ['h1', 'main', 'title']) expect(document.querySelectorAll(name), path).toHaveLength(1);
  expect(document.querySelector('base, iframe, object, embed, main style, main svg script'), path).toBe(null);
}

test('no hostile text breaks out of a page', async () => {
  expect(new Set(xssCorpus).size).toBeGreaterThanOrEqual(60);
  const { get } = await openSite();
  const ids = articles.map(({ _id }) => encodeURIComponent(_id));
  for (const path of [
    ...['/media-room', '/media-room/filter/press', '/media-room/filter/blog', '/insider/career'],
    ...ids.flatMap((id) => [`/media-room/${id}`, `/insider/career/${id}`]),
  ])
    expectTame((await answered(200, get(path))).body, path);
});

test('the feeds and the sitemap stay well-formed, and their texts stay text', async () => {
  const { get } = await openSite();
  for (const path of ['/press.xml', '/blog.xml', '/vacancies.xml', '/sitemap.xml'])
    expect(
      elementsOf((await answered(200, get(path))).body, path === '/sitemap.xml' ? 'url' : 'item', []),
      path,
    ).not.toEqual([]);
  expect(elementsOf((await get('/press.xml')).body, 'item', ['title'])).toHaveLength(articles.length);
});
