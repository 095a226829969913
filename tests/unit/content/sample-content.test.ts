import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { marked } from 'marked';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');

function readSamples(kind: string) {
  const folder = join(root, 'server/domain/sample-content', kind);
  return readdirSync(folder).map((file) => {
    const [, front = '', body = ''] = readFileSync(join(folder, file), 'utf8').split(/^---$/m);
    return {
      file,
      front: parse(front) as Record<string, string>,
      html: marked.parse(body, { async: false }),
    };
  });
}

const [press, blog, vacancies] = [readSamples('press'), readSamples('blog'), readSamples('vacancies')];
const articles = [...press, ...blog];
const all = [...articles, ...vacancies];

test('each file is named after its id, and has a date that is past', () => {
  expect(all.map(({ file }) => file)).toEqual(all.map(({ front }) => `${front.id}.md`));
  for (const { file, front } of all)
    expect(Date.parse(front.date ?? ''), file).toBeLessThan(Date.parse('2026-11-22'));
});

test('there is enough for every list, and each kind of date and of markup', () => {
  for (const kind of [press, blog, vacancies]) expect(kind.length).toBeGreaterThanOrEqual(5);
  const places = articles.map(({ front }) => Number(front.featured)).filter((place) => place > 0);
  expect(places.sort()).toEqual([1, 2, 3]);
  const days = all.map(({ front }) => Number(front.date?.slice(8, 10)));
  expect(days).toEqual(expect.arrayContaining([1, 2, 3, 11, 12, 13, 21, 22, 23, 31]));
  const html = articles.map((article) => article.html).join('');
  for (const tag of ['<ul', '<ol', '<blockquote', '<table', '<img', '<pre', '<strong', 'href="https://'])
    expect(html).toContain(tag);
});

test('each article has a picture of its own, and headings that begin at h2', () => {
  const drawings = readdirSync(join(root, 'public/images/media')).map((file) => `/images/media/${file}`);
  expect(articles.map(({ front }) => front.image ?? '').sort()).toEqual(drawings.sort());
  for (const { html, file } of articles) {
    expect(html.match(/<h[1-6]/)?.[0], file).toBe('<h2');
    for (const [, source = ''] of html.matchAll(/<img src="([^"]*)"/g))
      expect(existsSync(join(root, 'public', source)), `${source} in ${file}`).toBe(true);
  }
});
