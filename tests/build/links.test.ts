import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { matchPage } from '#src/lib/match-page.ts';
import { otherPaths } from '#src/paths.ts';

import { builtPages, dist, findBuiltPage } from '../support/built-site.ts';

/** Written by the server, from the store. */
const servedOnRequest: string[] = [otherPaths.sitemap, otherPaths.feed('press'), otherPaths.feed('blog')];

test.each(builtPages)('every link and file that $file names exists', ({ document, path }) => {
  const missing = [...document.querySelectorAll('[href], [src], [poster]')]
    .filter((element) => !element.matches('link[rel="canonical"]'))
    .flatMap((element) =>
      ['href', 'src', 'poster'].map((name) => element.getAttribute(name)).filter((url) => url !== null),
    )
    .filter((url) =>
      url.startsWith('#') ? document.getElementById(url.slice(1)) === null : !exists(url, path),
    );
  expect([...new Set(missing)]).toEqual([]);
});

test.each(builtPages)('every size of a picture in $file exists', ({ document, path }) => {
  const files = [...document.querySelectorAll('[srcset], [imagesrcset]')].flatMap((element) =>
    (element.getAttribute('srcset') ?? element.getAttribute('imagesrcset') ?? '')
      .split(',')
      .map((part) => part.trim().split(/\s+/)[0] ?? ''),
  );
  expect(files.filter((file) => !exists(file, path))).toEqual([]);
});

test.each(builtPages)('the preview picture of $file exists', ({ document }) => {
  const image = document.querySelector('meta[property="og:image"]')?.getAttribute('content') ?? '';
  expect(existsSync(join(dist, new URL(image).pathname))).toBe(true);
});

test.each(builtPages)('links of $file to other sites are safe and open where they say', ({ document }) => {
  const external = [...document.querySelectorAll('a[href^="http"]')];
  const unsafe = external.filter(
    (link) =>
      link.getAttribute('target') === '_blank' && !/noopener|noreferrer/.test(link.getAttribute('rel') ?? ''),
  );
  expect(unsafe.map((link) => link.outerHTML)).toEqual([]);
  expect([...document.querySelectorAll('a[href="#"], a[href=""], a[href^="javascript:"]')]).toEqual([]);
});

function exists(url: string, from: string): boolean {
  const target = new URL(url, new URL(from, 'http://localhost:4173'));
  if (target.origin !== 'http://localhost:4173') return /^(?:https:|mailto:|tel:)/.test(target.protocol);
  if (/\.\w+$/.test(target.pathname))
    return servedOnRequest.includes(target.pathname) || existsSync(join(dist, target.pathname));
  // The not-found page may point into itself, but nobody to it.
  if (target.pathname !== from && matchPage(target.pathname).name === 'notFound') return false;
  const page = findBuiltPage(target.pathname);
  if (target.hash.length < 2 || page === undefined) return true;
  return page.document.getElementById(decodeURIComponent(target.hash.slice(1))) !== null;
}
