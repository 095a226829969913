import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { AnswerCache } from '#server/web/answer-cache.ts';
import { createPageMaker } from '#server/web/rendered-pages.ts';

import { temporaryFolder } from './test-app.ts';

/** A cache of 100 bytes for texts, and how often each was made. */
function textCache() {
  const cache = new AnswerCache<string>(100, (text) => text.length);
  const made: string[] = [];
  const ask = (address: string, text: string, version = '1') =>
    cache.get(address, version, async (keep) => {
      made.push(address);
      return keep(text);
    });
  return { cache, made, ask };
}

test('pages are kept up to a number of bytes; the one not asked for longest leaves first', async () => {
  const { made, ask } = textCache();
  for (const address of ['a', 'b', 'a', 'c']) await ask(address, address.repeat(40));
  expect(made).toEqual(['a', 'b', 'c']);
  expect(await ask('a', 'not made again')).toBe('a'.repeat(40));
  await ask('b', 'made again');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('a page larger than the whole cache is answered and drives no other out', async () => {
  const { made, ask } = textCache();
  await ask('a', 'short');
  expect(await ask('b', 'b'.repeat(101))).toHaveLength(101);
  await ask('a', 'short');
  expect(made).toEqual(['a', 'b']);
});

test('a new version of the data is made anew, once for all who ask meanwhile', async () => {
  const { made, ask } = textCache();
  await ask('a', 'old');
  const texts = await Promise.all([ask('a', 'new', '2'), ask('a', 'new', '2'), ask('a', 'new', '2')]);
  expect([texts, made]).toEqual([
    ['new', 'new', 'new'],
    ['a', 'a'],
  ]);
});

test('a making that failed, or what shall not be kept, is made again', async () => {
  const { cache, made, ask } = textCache();
  await expect(cache.get('a', '1', () => Promise.reject(new Error('not yet')))).rejects.toThrow('not yet');
  await cache.get('a', '1', async () => 'missing');
  expect(await ask('a', 'there')).toBe('there');
  expect(made).toEqual(['a']);
});

const samples = { career: '/insider/career', notFound: '/404' };

/** A bundle whose `render` fails once at `/fails`, and writes the number of the rendering into the html. */
function fakeBundle(): string {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'entry-server.js'),
    `export const samples = ${JSON.stringify(samples)};
    let count = 0;
    export async function render(path) {
      count += 1;
      if (path === '/fails' && count === 1) throw new Error('not yet');
      return { html: 'rendering ' + count, head: '' };
    }`,
  );
  for (const name of Object.keys(samples))
    writeFileSync(join(folder, `${name}.html`), `${name} <!--app--><!--data-->`);
  return folder;
}

test('what is missing is rendered once, however many addresses are tried', async () => {
  const maker = await createPageMaker(fakeBundle());
  const pages = await Promise.all(
    ['a', 'b', 'c'].map((id) =>
      maker.makeMissing('article', `/media-room/${id}`, { [`/media/${id}`]: null }),
    ),
  );
  expect(pages[0]).toContain('notFound rendering 1<script');
  expect(pages.map((page) => page.replace(/"\/media\/\w"/, ''))).toEqual(
    Array(3).fill(pages[0]?.replace('"/media/a"', '')),
  );
  expect(pages[2]).toContain('"/media/c"');
  expect(await maker.makeMissing('vacancy', '/insider/career/x', {})).toContain('rendering 2');
});

test('warming up renders each kind of page once', async () => {
  const maker = await createPageMaker(fakeBundle());
  await maker.warm();
  expect(await maker.make('career', '/insider/career', {})).toContain(
    `career rendering ${Object.keys(samples).length + 1}`,
  );
});

test('a rendering that failed is tried again', async () => {
  const maker = await createPageMaker(fakeBundle());
  await expect(maker.makeMissing('article', '/fails', {})).rejects.toThrow('not yet');
  expect(await maker.makeMissing('article', '/fails', {})).toContain('rendering 2');
});
