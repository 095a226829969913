import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { matchPage } from '#src/lib/match-page.ts';
import { otherPaths } from '#src/server-paths.ts';

import { type BuiltPage, builtPages, dist } from './built-site.ts';

const site = 'http://localhost:4173';
/** The server generates these from the store. */
const servedOnRequest: string[] = [
  otherPaths.sitemap,
  ...(['press', 'blog', 'vacancies'] as const).map((feed) => otherPaths.feed(feed)),
];

function valuesOf(page: BuiltPage, ...names: string[]): string[] {
  return names.flatMap((name) =>
    [...page.document.querySelectorAll(`[${name}]:not([rel=canonical])`)].map(
      (element) => element.getAttribute(name) ?? '',
    ),
  );
}

function exists(url: string, from: BuiltPage): boolean {
  if (url.startsWith('#')) return from.document.getElementById(url.slice(1)) !== null;
  const { origin, pathname, href, hash } = new URL(url, new URL(from.path, site));
  if (origin !== site) return /^(?:https:|mailto:|tel:|data:image)/.test(href);
  if (/\.\w+$/.test(pathname)) return servedOnRequest.includes(pathname) || existsSync(join(dist, pathname));
  // The not-found page may link into itself, but no page may link to it.
  if (pathname !== from.path && matchPage(pathname).name === 'notFound') return false;
  const page = builtPages.find(({ path, name }) => path === pathname && name !== 'notFound');
  return hash.length < 2 || !page || page.document.getElementById(decodeURIComponent(hash.slice(1))) !== null;
}

test('every link, file and picture size that a page names exists', () => {
  const missing = builtPages.flatMap((page) => {
    const sizes = valuesOf(page, 'srcset', 'imagesrcset')
      .flatMap((sources) => sources.split(','))
      .map((source) => source.trim().split(/\s+/)[0] ?? '');
    const previews = [...page.document.querySelectorAll('meta[property="og:image"]')].map(
      (meta) => meta.getAttribute('content') ?? '',
    );
    const named = [...valuesOf(page, 'href', 'src', 'poster'), ...sizes, ...previews];
    return named.filter((url) => !exists(url, page)).map((url) => `${page.file}: ${url}`);
  });
  expect(missing).toEqual([]);
});

test('links to other sites open a new tab without an opener; sample addresses use example domains', () => {
  const wrong = builtPages.flatMap(({ document, file }) =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => {
        const href = link.getAttribute('href') ?? '';
        if (/^https?:/.test(href)) return link.target !== '_blank' || !/noopener/.test(link.rel);
        if (/^(?:mailto|tel):/.test(href))
          return !/^(?:tel:\+\d+|mailto:[^@]+@[^@]+\.example(?:\?|$))/.test(href);
        return /^(?:#|javascript:.*)?$/.test(href);
      })
      .map((link) => `${file}: ${link.outerHTML}`),
  );
  expect(wrong).toEqual([]);
});
