import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createPageMaker } from '#server/site/page-maker.ts';

import { temporaryFolder } from './test-app.ts';

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
