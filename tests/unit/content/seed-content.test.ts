import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { marked } from 'marked';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

type Seed = { file: string; front: Record<string, string>; html: string };

const folder = join(import.meta.dirname, '../../../server/domain/sample-content');
const press = readSeeds('press');
const blog = readSeeds('blog');
const vacancies = readSeeds('vacancies');
const drawings = readdirSync(join(import.meta.dirname, '../../../public/images/media'));

test('there are enough press releases, posts and vacancies for every list', () => {
  expect(press.length).toBeGreaterThanOrEqual(9);
  expect(blog.length).toBeGreaterThanOrEqual(9);
  expect(vacancies.length).toBeGreaterThanOrEqual(5);
});

test('three articles are featured, each in a place of its own', () => {
  const places = [...press, ...blog].map(({ front }) => Number(front.featured)).filter((place) => place > 0);
  expect(places.sort()).toEqual([1, 2, 3]);
});

test('each seed is named after its id, and has a date that is past', () => {
  const all = [...press, ...blog, ...vacancies];
  expect(new Set(all.map((seed) => seed.front.id)).size).toBe(all.length);
  for (const { file, front } of all) {
    expect(file).toBe(`${front.id}.md`);
    expect(Date.parse(front.date ?? ''), file).toBeLessThan(Date.parse('2026-11-22'));
    expect(front.title ?? front.name, file).toBeTruthy();
  }
});

test('each article has a picture, and no drawing is without an article', () => {
  const named = [...press, ...blog].map(({ front }) => front.image ?? '');
  expect(named.toSorted()).toEqual(drawings.map((file) => `/images/media/${file}`).toSorted());
});

test('the dates have the ordinals that are easily got wrong', () => {
  const days = new Set(
    [...press, ...blog, ...vacancies].map((seed) => Number(seed.front.date?.slice(8, 10))),
  );
  for (const day of [1, 2, 3, 11, 12, 13, 21, 22, 23, 31]) expect(days).toContain(day);
});

test('the bodies have real markup, and headings begin at h2', () => {
  const html = [...press, ...blog].map((seed) => seed.html);
  for (const body of html) expect(body).toMatch(/<h2/);
  const all = html.join('');
  for (const tag of ['<ul', '<ol', '<blockquote', '<table', '<img', '<pre', '<strong', 'href="https://'])
    expect(all).toContain(tag);
  expect(all).not.toMatch(/<h1/);
  for (const source of all.matchAll(/<img src="([^"]*)"/g)) expect(isPublic(source[1]), source[1]).toBe(true);
});

test('outside links of the bodies go to example domains', () => {
  const all = [...press, ...blog, ...vacancies].map((seed) => seed.html).join('');
  for (const link of all.matchAll(/href="([^"]*)"/g))
    expect(link[1]).toMatch(/^(?:https:\/\/[a-z]+\.example\/|mailto:[a-z]+@[a-z]+\.example$)/);
});

function isPublic(path = ''): boolean {
  return path.startsWith('/images/') && existsSync(join(import.meta.dirname, '../../../public', path));
}

function readSeeds(kind: string): Seed[] {
  return readdirSync(join(folder, kind)).map((file) => {
    const [, front = '', body = ''] = readFileSync(join(folder, kind, file), 'utf8').split(/^---$/m);
    return {
      file,
      front: parse(front) as Record<string, string>,
      html: marked.parse(body, { async: false }),
    };
  });
}
