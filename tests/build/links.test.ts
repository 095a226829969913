import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { matchPage } from '#src/lib/match-page.ts';
import { otherPaths } from '#src/paths.ts';

import { builtPages, dist, findBuiltPage } from '../support/built-site.ts';

/** Written by the server, from the store. */
const servedOnRequest: string[] = [otherPaths.sitemap, otherPaths.feed('press'), otherPaths.feed('blog')];

test('every link and file that a page names exists', () => {
  const missing = builtPages.flatMap(({ document, path, file }) =>
    [...document.querySelectorAll('[href], [src], [poster]')]
      .filter((element) => !element.matches('link[rel="canonical"]'))
      .flatMap((element) => ['href', 'src', 'poster'].flatMap((name) => element.getAttribute(name) ?? []))
      .filter((url) =>
        url.startsWith('#') ? document.getElementById(url.slice(1)) === null : !exists(url, path),
      )
      .map((url) => `${file}: ${url}`),
  );
  expect(missing).toEqual([]);
});

test('every size of a picture exists', () => {
  const missing = builtPages.flatMap(({ document, path, file }) =>
    [...document.querySelectorAll('[srcset], [imagesrcset]')]
      .map((element) => element.getAttribute('srcset') ?? element.getAttribute('imagesrcset') ?? '')
      .flatMap((sources) => sources.split(',').map((part) => part.trim().split(/\s+/)[0] ?? ''))
      .filter((source) => !exists(source, path))
      .map((source) => `${file}: ${source}`),
  );
  expect(missing).toEqual([]);
});

test('the preview picture of every page exists', () => {
  const missing = builtPages.filter(({ document }) => {
    const image = document.querySelector('meta[property="og:image"]')?.getAttribute('content') ?? '';
    return !existsSync(join(dist, new URL(image).pathname));
  });
  expect(missing.map(({ file }) => file)).toEqual([]);
});

test('links to other sites open a new tab that knows nothing of this one; no link leads nowhere', () => {
  for (const { document, file } of builtPages) {
    const external = [...document.querySelectorAll('a[href^="http"]')];
    const unsafe = external.filter(
      (link) => link.getAttribute('target') !== '_blank' || !/noopener/.test(link.getAttribute('rel') ?? ''),
    );
    expect(
      unsafe.map((link) => link.outerHTML),
      file,
    ).toEqual([]);
    expect([...document.querySelectorAll('a[href="#"], a[href=""], a[href^="javascript:"]')], file).toEqual(
      [],
    );
    const strange = [...document.querySelectorAll('a[href^="mailto:"], a[href^="tel:"]')].filter(
      (link) => !/^(?:tel:\+\d+|mailto:[^@]+@[^@]+\.example(?:\?|$))/.test(link.getAttribute('href') ?? ''),
    );
    expect(
      strange.map((link) => link.outerHTML),
      file,
    ).toEqual([]);
  }
});

function exists(url: string, from: string): boolean {
  const target = new URL(url, new URL(from, 'http://localhost:4173'));
  if (target.origin !== 'http://localhost:4173')
    return /^(?:https:|mailto:|tel:|data:image)/.test(target.href);
  if (/\.\w+$/.test(target.pathname))
    return servedOnRequest.includes(target.pathname) || existsSync(join(dist, target.pathname));
  // The not-found page may point into itself, but nobody to it.
  if (target.pathname !== from && matchPage(target.pathname).name === 'notFound') return false;
  const page = findBuiltPage(target.pathname);
  if (target.hash.length < 2 || page === undefined) return true;
  return page.document.getElementById(decodeURIComponent(target.hash.slice(1))) !== null;
}
