import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { htmlPolicy } from '#server/web/security-headers.ts';
import { serverBundle } from '#server/web/server-bundle.ts';
import { pages } from '#src/paths.ts';
import { descriptions } from '#src/words/titles.ts';

import { type BuiltPage, builtPages, readDist } from './built-site.ts';
import { documentOf } from './document-of.ts';

const site = 'http://localhost:4173';
const loaded = 'script, img, source, video, audio, iframe, embed, object, link:not([rel="canonical"])';

function all(document: Document, selector: string): Element[] {
  return [...document.querySelectorAll(selector)];
}

function metaOf(document: Document, key: string): string {
  const metas = all(document, `meta[name="${key}"], meta[property="${key}"]`);
  return metas.map((meta) => meta.getAttribute('content')).join('\n');
}

/** The title without the company's name. */
function ownTitle({ title }: Document): string {
  return title.replace(/ \| HERO Control System$/, '');
}

/** Each check returns the faults that it finds in a page. */
const checks: Record<string, (page: BuiltPage) => unknown[]> = {
  'is in English and has one title, which its only h1 repeats': ({ document, name }) => {
    const said = all(document, 'title, h1').map((element) => element.textContent?.trim());
    const [title = '', h1 = ''] = said;
    const isNamed = name === 'home' ? title === h1 : / \| HERO Control System$/.test(title);
    const isRight = said.length === 2 && h1 !== '' && title.startsWith(h1) && isNamed;
    return isRight && document.documentElement.lang === 'en' ? [] : said;
  },

  'has one description and the theme colour': ({ document }) => {
    const found = ['description', 'theme-color'].map((key) => metaOf(document, key));
    return /^.{31,}#70A12F$/.test(found.join('')) ? [] : found;
  },

  'has a title, a description and a picture for link previews': ({ document }) =>
    Object.entries({
      'og:title': ownTitle(document),
      'og:description': metaOf(document, 'description'),
      'og:site_name': 'HERO Control System',
      'twitter:card': 'summary_large_image',
      'og:type': /^(?:website|article)$/.exec(metaOf(document, 'og:type'))?.[0],
      'og:image': /^http:\/\/localhost:4173\/.+\.(?:png|jpg)$/.exec(metaOf(document, 'og:image'))?.[0],
    }).filter(([key, content]) => metaOf(document, key) !== content),

  'names its canonical address unless it serves many addresses': ({ document, name, path, file }) => {
    const named = all(document, 'link[rel=canonical]').map((link) => link.getAttribute('href'));
    const isOfMany = file.endsWith('shell.html') || name === 'notFound';
    return named.join() === (isOfMany ? '' : new URL(path, site).href) ? [] : [named];
  },

  'has its full text without scripts if it is in the sitemap': ({ document, isStatic, name }) => {
    const words = document.querySelector('main')?.textContent?.split(/\s+/) ?? [];
    const isShort = isStatic && pages[name].sitemap && words.length <= 60;
    return isShort ? [`It has ${words.length} words, not more than 60.`] : [];
  },

  'has no inline styles or event handlers': ({ document }) =>
    all(document, '*')
      .flatMap((element) => element.getAttributeNames())
      .filter((attribute) => attribute === 'style' || attribute.startsWith('on')),

  'requests nothing that delays the first paint, which waits for one element': ({ document }) => [
    ...all(document, 'link[rel=stylesheet], script[src], link[rel=modulepreload]').filter(
      (element) => element.closest('noscript') === null,
    ),
    ...all(document, 'link[rel=preload]:not([fetchpriority=high]), head style:empty'),
    ...all(document, 'link[rel=expect]').filter(
      (link) => all(document, link.getAttribute('href') ?? '').length !== 1,
    ),
  ],

  'loads nothing from another origin': ({ document }) =>
    all(document, loaded)
      .flatMap((element) =>
        ['src', 'href', 'poster', 'data', 'srcset'].map((name) => element.getAttribute(name)),
      )
      .filter((url) => /(?:^|[\s,])(?:https?:)?\/\//.test(url ?? '') && !url?.startsWith(site)),

  'gives every picture a size': ({ document }) =>
    all(document, 'img:not([width][height])').map((picture) => picture.outerHTML),

  // A card crops its picture to its own proportions.
  'reserves space for each drawing in its proportions': ({ document }) =>
    all(document, 'main img[src$=".svg"]:not(.card-img-top, .cover)').filter((image) => {
      const [width, height] = [Number(image.getAttribute('width')), Number(image.getAttribute('height'))];
      const drawn = /viewBox="0 0 (\d+) (\d+)"/.exec(readDist(image.getAttribute('src')?.slice(1) ?? ''));
      return !(Math.abs(width / height - Number(drawn?.[1]) / Number(drawn?.[2])) < 0.05);
    }),
};

test.each(Object.entries(checks))('each page %s', (_, faultsOf) => {
  expect(builtPages.flatMap((page) => faultsOf(page).map((fault) => [page.file, fault]))).toEqual([]);
});

test('no two pages share a title or a description', () => {
  const own = builtPages.filter((page) => !page.file.endsWith('shell.html'));
  const shown = own.map(({ document }) => document.title);
  for (const texts of [shown, Object.values(descriptions)]) expect(texts).toEqual([...new Set(texts)]);
});

test('each page runs one inline script of less than 1 KB, the same everywhere, which its CSP names', () => {
  const frames = readdirSync(serverBundle)
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({ file, html: readFileSync(join(serverBundle, file), 'utf8'), csp: 'strict' as const }));
  expect(frames.length).toBeGreaterThan(3);
  const documents = builtPages.map(({ file, html, name }) => ({ file, html, csp: pages[name].csp }));
  const texts = [...documents, ...frames].map(({ file, html, csp }) => {
    const scripts = all(documentOf(html), 'script:not([type*=json])');
    const [{ textContent: text = '', attributes } = {}] = scripts;
    expect([scripts.length, attributes?.length], file).toEqual([1, 0]);
    const hash = createHash('sha256').update(text).digest('base64');
    expect(htmlPolicy(html, csp, '/connect/v1'), file).toContain(`script-src 'self' 'sha256-${hash}'`);
    return text;
  });
  expect(new Set(texts).size).toBe(1);
  expect(Buffer.byteLength(texts[0] ?? '')).toBeLessThan(1024);
});
